import { customerStages } from '@app/contracts/rules/customers.ts'
import { useLocation, useNavigate } from 'react-router-dom'

/** What opens over the list, by the parameters of the address that name it. */
type Opened =
  | [parameter: 'person' | 'row' | 'edit', value: string]
  | [parameter: 'show', value: 'new' | 'duplicates' | 'cells' | `again-${string}`]

/** Where a link leads that opens something. */
export type Leading = (...opened: Opened) => { to: string; state: unknown }

type Stage = (typeof customerStages)[number]

/** The part of the list that the address names: `?stage=`. */
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
