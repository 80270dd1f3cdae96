import { customerStages } from '@app/contracts/rules/customers.ts'
import { useLocation, useNavigate } from 'react-router-dom'

/** Query parameters that open a panel or form over the list, with their values. */
type Opened =
  | [parameter: 'person' | 'row' | 'edit', value: string]
  | [parameter: 'show', value: 'new' | 'duplicates' | 'cells' | `again-${string}`]

export type Leading = (...opened: Opened) => { to: string; state: unknown }

type Stage = (typeof customerStages)[number]

export function useListPlace() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const parameters = new URLSearchParams(search)
  const stage: Stage | null = customerStages.find((one) => one === parameters.get('stage')) ?? null

  function setStage(next: string | null): void {
    if (next) parameters.set('stage', next)
    else parameters.delete('stage')
    navigate({ search: parameters.toString() })
  }
  return { stage, setStage }
}
