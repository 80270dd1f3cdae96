import { customerStages } from '@app/contracts/rules/customers.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import type { SearchOf } from '../../shared/ui/use-search.ts'

/** What opens over the list, by the parameters of the address that name it. */
type Opened =
  | [parameter: 'person' | 'row' | 'edit', value: string]
  | [parameter: 'show', value: 'new' | 'duplicates' | 'cells' | `again-${string}`]

/** Where a link leads that opens something. */
export type Leading = (...opened: Opened) => { to: string; state: unknown }

type Stage = (typeof customerStages)[number]

/** So long after the last key the address follows: browsers let it change so often and no more. */
const FOLLOWS_MS = 300

/** The part of the list that the address names: `?stage=`, and what is searched for at first (`?q=`). */
export function useListPlace() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search)
  const stage: Stage | null = customerStages.find((one) => one === asked.get('stage')) ?? null

  function setStage(next: string | null): void {
    if (next) asked.set('stage', next)
    else asked.delete('stage')
    navigate({ search: asked.toString() })
  }
  return { stage, setStage, askedTerm: asked.get('q') ?? '' }
}

/** Has the address follow what is searched for, and the search follow Back and Forward. */
export function useSearchInAddress({ term, setTerm, input }: SearchOf<WeakKey>): void {
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
