import { useLocation, useNavigate } from 'react-router-dom'

/**
 * Returns one of the values from a parameter of the URL, and a function that changes it. Undefined means that the list is not filtered by
 * this parameter. Each change adds a history entry.
 */
export function useChoiceInUrl<T extends string>(parameter: string, values: readonly T[]) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const choice = values.find((known) => known === address.get(parameter))

  function choose(next: T | undefined): void {
    if (next) address.set(parameter, next)
    else address.delete(parameter)
    navigate({ search: address.toString() })
  }
  return [choice, choose] as const
}
