import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Marks an entry of the browser's history: the one before it is the page without what this one opens. */
const OPENED_HERE = { openedHere: true }

/** Where a `Link` leads that opens something over the page. */
export const opening = (search: string) => ({ to: search, state: OPENED_HERE })

/**
 * What is open over a page stands in its address, under some of its parameters, so that it can be linked and gone back
 * from. Opening makes an entry in the history and closing goes back by it: Back then leaves the page, and Forward opens
 * again. An address that was opened directly has nothing of ours to go back to: it is replaced by the page's own.
 */
export function useOverlay(parameters: readonly string[]) {
  const navigate = useNavigate()
  const location = useLocation()
  // Going back takes a moment: what is closed twice in it must not leave the page.
  const isGoingBack = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its key
  useEffect(() => {
    isGoingBack.current = false
  }, [location.key])

  const search = new URLSearchParams(location.search)
  const without = new URLSearchParams(search)
  for (const parameter of parameters) without.delete(parameter)

  const page = without.toString()
  /** Where a `Link` leads that opens this; the same function as long as the page is. */
  const leading = useCallback(
    (parameter: string, value: string) => opening(`?${new URLSearchParams([...new URLSearchParams(page), [parameter, value]])}`),
    [page],
  )

  function open(parameter: string, value: string): void {
    const { to, state } = leading(parameter, value)
    navigate(to, { state })
  }

  /** For what is not there: Forward must not lead to it again. */
  function drop(): void {
    navigate({ search: page }, { replace: true })
  }

  function close(): void {
    if (isGoingBack.current) return
    isGoingBack.current = Boolean(location.state?.openedHere)
    if (isGoingBack.current) navigate(-1)
    else drop()
  }

  return { search, leading, open, close, drop }
}
