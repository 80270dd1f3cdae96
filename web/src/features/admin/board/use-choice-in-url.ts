import { useLocation } from 'react-router-dom'
import { useChangeQuery } from '../../../shared/ui/use-change-query.ts'

/**
 * Returns one of the values from a parameter of the URL, and a function that changes it. Undefined means that the list is not filtered by
 * this parameter. Each change adds a history entry.
 */
export function useChoiceInUrl<T extends string>(parameter: string, values: readonly T[]) {
  const address = new URLSearchParams(useLocation().search)
  const changeQuery = useChangeQuery()
  const choice = values.find((known) => known === address.get(parameter))
  const choose = (next: T | undefined) => changeQuery({ [parameter]: next ?? null })
  return [choice, choose] as const
}
