import { customerStages } from '@app/contracts/rules/customers.ts'
import { useLocation, useNavigate } from 'react-router-dom'

/** The query parameters that open something over the list, with their values. */
type Opened =
  | [parameter: 'person' | 'row' | 'edit', value: string]
  | [parameter: 'show', value: 'new' | 'duplicates' | 'cells' | `again-${string}`]

export type Leading = (...opened: Opened) => { to: string; state: unknown }

type Stage = (typeof customerStages)[number]

/** Reads and sets the stage filter in the URL (`?stage=`). */
export function useListPlace() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search)
  const stage: Stage | null = customerStages.find((one) => one === asked.get('stage')) ?? null

  function setStage(next: string | null): void {
    if (next) asked.set('stage', next)
    else asked.delete('stage')
    navigate({ search: asked.toString() })
  }
  return { stage, setStage }
}
