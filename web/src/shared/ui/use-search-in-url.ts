import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/** Delay between the last key press and the change of the URL. Browsers limit how often a page may change its URL. */
const FOLLOWS_MS = 300

interface Search {
  term: string
  setTerm: (term: string) => void
}

export const useSearchTermInUrl = (): string => new URLSearchParams(useLocation().search).get('q') ?? ''

/** Writes the search term to the URL, and reads it again on Back and Forward. */
export function useSyncSearchToUrl({ term, setTerm }: Search): void {
  const { key, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  const wanted = term.trim()

  const write = useEffectEvent(() => {
    const address = new URLSearchParams(search)
    // If `window.location` already has another URL, a navigation is in progress. This effect runs again after the navigation.
    const { pathname: nextPath, search: nextSearch } = window.location
    if (nextPath !== pathname || String(new URLSearchParams(nextSearch)) !== String(address)) return
    if (wanted === (address.get('q') ?? '')) return
    if (wanted) address.set('q', wanted)
    else address.delete('q')
    navigate({ search: address.toString() }, { replace: true, state })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each term and each history entry
  useEffect(() => {
    const timer = setTimeout(() => write(), FOLLOWS_MS)
    return () => clearTimeout(timer)
  }, [wanted, key])
  // A click may add a history entry. The URL is updated before the click is handled, so that Back restores the search term.
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

/**
 * Returns the state of a search box whose term is in the URL. The server does the search: `wanted` is the term from the URL, cut to the
 * maximum length that the server accepts.
 */
export function useServerSearch(maxLength: number) {
  const termInUrl = useSearchTermInUrl()
  const [term, setTerm] = useState(termInUrl)
  const input = useRef<HTMLInputElement>(null)
  useSyncSearchToUrl({ term, setTerm })

  function clear(): void {
    setTerm('')
    input.current?.focus()
  }
  return { term, setTerm, clear, input, wanted: termInUrl.slice(0, maxLength) || undefined }
}
