import { BOARD_SEARCH_MAX } from '@app/contracts/http/board.ts'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSearchTermInUrl, useSyncSearchToUrl } from '../../../shared/ui/use-search-in-url.ts'
import { useView } from './use-view.ts'

/** Labels of the sort orders of a list. `default` is the order without a `sort` parameter in the URL. */
export type Sorts<Sort extends string> = Readonly<Partial<Record<Sort, string>> & { default: string }>

/** Returns the search, sort order and view of a list. All of them are stored in the URL. */
export function useListOptions<Sort extends string>(sorts: Sorts<Sort>) {
  return { search: useServerSearch(), ...useSort<Sort>(sorts), ...useView() }
}

export type ListOptions = ReturnType<typeof useListOptions>

/** Reads and sets the sort order in the URL. Each change adds a history entry, as every filter does. */
function useSort<Sort extends string>(sorts: Sorts<Sort>) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const asked = address.get('sort') as Sort | 'default' | null
  const sort = asked && asked !== 'default' && Object.hasOwn(sorts, asked) ? asked : undefined

  function setSort(next: string): void {
    if (next === 'default') address.delete('sort')
    else address.set('sort', next)
    navigate({ search: address.toString() })
  }
  return { sorts, sort, setSort }
}

/**
 * Returns the state of the search box and the search term from the URL. `wanted` is that term cut to the maximum length that the server
 * accepts.
 */
function useServerSearch() {
  const asked = useSearchTermInUrl()
  const [term, setTerm] = useState(asked)
  const input = useRef<HTMLInputElement>(null)
  useSyncSearchToUrl({ term, setTerm })

  function clear(): void {
    setTerm('')
    input.current?.focus()
  }
  return { term, setTerm, clear, input, wanted: asked.slice(0, BOARD_SEARCH_MAX) || undefined }
}
