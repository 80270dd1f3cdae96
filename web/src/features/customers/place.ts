import { customerStages } from '@app/contracts/rules/customers.ts'
import { useLocation } from 'react-router-dom'
import { useChangeQuery } from '../../shared/ui/use-change-query.ts'

/** Query parameters that open a panel or form over the list, with their values. */
type Opened =
  | [parameter: 'person' | 'row' | 'edit', value: string]
  | [parameter: 'show', value: 'new' | 'duplicates' | 'cells' | `again-${string}`]

export type Leading = (...opened: Opened) => { to: string; state: unknown }

type Stage = (typeof customerStages)[number]

export function useListPlace() {
  const parameters = new URLSearchParams(useLocation().search)
  const changeQuery = useChangeQuery()
  const stage: Stage | null = customerStages.find((one) => one === parameters.get('stage')) ?? null
  const setStage = (next: string | null) => changeQuery({ stage: next || null })
  return { stage, setStage }
}
