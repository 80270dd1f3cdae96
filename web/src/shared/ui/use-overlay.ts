import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** History state of an entry that opened an overlay. The entry before it is the page without the overlay. */
const OPENED_HERE = { openedHere: true }

/** Returns the target and state of a `Link` that opens an overlay. */
export const opening = (search: string) => ({ to: search, state: OPENED_HERE })

/**
 * State of overlays (panels and dialogs over a page) in URL parameters, so that they can be linked. Opening adds a history entry, and
 * closing goes back: Back closes the overlay, and Forward opens it again. If the URL was opened directly, there is no entry to go back to,
 * so closing replaces the URL.
 */
export function useOverlay(parameters: readonly string[]) {
  const navigate = useNavigate()
  const location = useLocation()
  // Going back is asynchronous. A second close in that time must not go back twice and leave the page.
  const isGoingBack = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each history entry
  useEffect(() => {
    isGoingBack.current = false
  }, [location.key])

  const search = new URLSearchParams(location.search)
  const without = new URLSearchParams(search)
  for (const parameter of parameters) without.delete(parameter)

  const page = without.toString()
  /** Returns the props of a `Link` that opens an overlay. The function is stable as long as the page is the same. */
  const leading = useCallback(
    (parameter: string, value: string) => opening(`?${new URLSearchParams([...new URLSearchParams(page), [parameter, value]])}`),
    [page],
  )

  function open(parameter: string, value: string): void {
    const { to, state } = leading(parameter, value)
    navigate(to, { state })
  }

  /** Closes the overlay without a history entry, for an item that does not exist. Forward then does not lead to it again. */
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
