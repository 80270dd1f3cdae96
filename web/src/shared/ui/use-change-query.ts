import { useLocation, useNavigate } from 'react-router-dom'

/** New values of query parameters. Null removes a parameter. */
type QueryChanges = Readonly<Record<string, string | null>>

/**
 * Returns a function that changes query parameters of the URL, and keeps the others. With `replace`, it adds no history entry. The function
 * starts from the browser's URL, because the rendered URL is older until React has rendered the previous change.
 */
export function useChangeQuery() {
  const { state } = useLocation()
  const navigate = useNavigate()

  return (changes: QueryChanges, { replace = false } = {}): void => {
    const { pathname, search } = window.location
    const parameters = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) parameters.delete(name)
      else parameters.set(name, value)
    }
    navigate({ pathname, search: parameters.toString() }, replace ? { replace, state } : {})
  }
}
