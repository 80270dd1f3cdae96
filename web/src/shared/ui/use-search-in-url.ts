import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/** So long after the last key the address follows: browsers let it change so often and no more. */
const FOLLOWS_MS = 300

interface Search {
  term: string
  setTerm: (term: string) => void
}

/** Returns the search term of the URL (`?q=`). */
export const useSearchTermInUrl = (): string => new URLSearchParams(useLocation().search).get('q') ?? ''

/** Writes the search term to the URL, and reads it again on Back and Forward. */
export function useSyncSearchToUrl({ term, setTerm }: Search): void {
  const { key, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  const wanted = term.trim()

  const write = useEffectEvent(() => {
    const address = new URLSearchParams(search)
    // What is being opened has the address already, and would lose it: once that is on screen it is looked at again.
    const { pathname: nextPath, search: nextSearch } = window.location
    if (nextPath !== pathname || String(new URLSearchParams(nextSearch)) !== String(address)) return
    if (wanted === (address.get('q') ?? '')) return
    if (wanted) address.set('q', wanted)
    else address.delete('q')
    navigate({ search: address.toString() }, { replace: true, state })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each term is a change, and each address
  useEffect(() => {
    const timer = setTimeout(() => write(), FOLLOWS_MS)
    return () => clearTimeout(timer)
  }, [wanted, key])
  // What a click opens makes an entry of its own, and Back has to lead to the term. Not before the click: the list would change under the pointer.
  useEffect(() => {
    const leave = () => write()
    document.addEventListener('click', leave, { capture: true })
    return () => document.removeEventListener('click', leave, { capture: true })
  }, [])

  const read = useEffectEvent(() => type === 'POP' && setTerm(new URLSearchParams(search).get('q') ?? ''))
  const at = useRef(key)
  useEffect(() => {
    if (at.current !== key) read()
    at.current = key
  }, [key])
}
