import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/** So long after the last key the address follows: browsers let it change so often and no more. */
const FOLLOWS_MS = 300

interface Search {
  term: string
  setTerm: (term: string) => void
  input: RefObject<HTMLInputElement | null>
}

/** What is searched for by the address (`?q=`). */
export const useAskedTerm = (): string => new URLSearchParams(useLocation().search).get('q') ?? ''

/** Has the address follow what is searched for, and the search follow Back and Forward. */
export function useSearchInAddress({ term, setTerm, input }: Search): void {
  const { key, search, state } = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  const wanted = term.trim()

  const write = useEffectEvent(() => {
    const address = new URLSearchParams(search)
    if (wanted === (address.get('q') ?? '')) return
    if (wanted) address.set('q', wanted)
    else address.delete('q')
    navigate({ search: address.toString() }, { replace: true, state })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each term is a change
  useEffect(() => {
    const timer = setTimeout(() => write(), FOLLOWS_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  // What is opened next makes an entry of its own: Back has to lead to the term.
  useEffect(() => {
    const box = input.current
    const leave = () => write()
    box?.addEventListener('blur', leave)
    return () => box?.removeEventListener('blur', leave)
  }, [input])

  const read = useEffectEvent(() => type === 'POP' && setTerm(new URLSearchParams(search).get('q') ?? ''))
  const at = useRef(key)
  useEffect(() => {
    if (at.current !== key) read()
    at.current = key
  }, [key])
}
