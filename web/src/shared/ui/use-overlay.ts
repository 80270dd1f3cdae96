import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { goBack, onDialogOverFirstPanel } from '../form/unsent.ts'

/** History state of an entry that opened an overlay. The entry before it is the page without the overlay. */
const OPENED_HERE = { openedHere: true }

export const opening = (search: string) => ({ to: search, state: OPENED_HERE })

/**
 * State of overlays (panels and dialogs over a page) in URL parameters, so that overlays can be linked. Opening adds a history entry, and
 * closing goes back. Back and Forward therefore close and open the overlay. If the URL was opened directly, closing replaces the URL,
 * because there is no entry to go back to.
 */
export function useOverlay(parameters: readonly string[]) {
  const navigate = useNavigate()
  const location = useLocation()
  // Going back is asynchronous. A second `close` during that time would go back twice and leave the page.
  const isGoingBack = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each history entry
  useEffect(() => {
    isGoingBack.current = false
  }, [location.key])

  const search = new URLSearchParams(location.search)
  const without = new URLSearchParams(search)
  for (const parameter of parameters) without.delete(parameter)

  const page = without.toString()
  const isOpen = parameters.some((parameter) => search.has(parameter))

  const isFirst = isOpen && !location.state?.openedHere && location.key === 'default'
  const addPageBelow = useEffectEvent(() => {
    navigate({ search: page }, { replace: true })
    navigate({ search: location.search }, { state: OPENED_HERE })
  })
  useEffect(() => (isFirst ? onDialogOverFirstPanel(() => addPageBelow()) : undefined), [isFirst])

  /** Returns the props of a `Link` that opens an overlay. The function stays the same until other parameters of the URL change. */
  const leading = useCallback(
    (parameter: string, value: string) => opening(`?${new URLSearchParams([...new URLSearchParams(page), [parameter, value]])}`),
    [page],
  )

  function open(parameter: string, value: string): void {
    const { to, state } = leading(parameter, value)
    navigate(to, { state })
  }

  /** Shows another value in the open overlay. The history entry is replaced, so that Back closes the overlay. */
  function replace(parameter: string, value: string): void {
    navigate(leading(parameter, value).to, { replace: true, state: location.state })
  }

  /** Closes the overlay of an item that does not exist. The history entry is replaced, so that Forward does not open the overlay again. */
  function drop(): void {
    navigate({ search: page }, { replace: true })
  }

  function close(): void {
    if (isGoingBack.current) return
    isGoingBack.current = Boolean(location.state?.openedHere)
    if (isGoingBack.current) goBack()
    else drop()
  }

  return { search, leading, open, replace, close, drop }
}
