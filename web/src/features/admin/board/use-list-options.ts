import { BOARD_SEARCH_MAX } from '@app/contracts/http/board.ts'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSearchTermInUrl, useSyncSearchToUrl } from '../../../shared/ui/use-search-in-url.ts'
import { useView } from './use-view.ts'

/** Labels of the sort orders of a list. `default` is the order without a `sort` parameter in the URL. */
export type Sorts<Sort extends string> = Readonly<Partial<Record<Sort, string>> & { default: string }>

export function useListOptions<Sort extends string>(sorts: Sorts<Sort>) {
  return { search: useServerSearch(), ...useSort<Sort>(sorts), ...useView() }
}

export type ListOptions = ReturnType<typeof useListOptions>

/** Each change of the sort order adds a history entry. */
function useSort<Sort extends string>(sorts: Sorts<Sort>) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const sortInUrl = address.get('sort') as Sort | 'default' | null
  const sort = sortInUrl && sortInUrl !== 'default' && Object.hasOwn(sorts, sortInUrl) ? sortInUrl : undefined

  function setSort(next: string): void {
    if (next === 'default') address.delete('sort')
    else address.set('sort', next)
    navigate({ search: address.toString() })
  }
  return { sorts, sort, setSort }
}

/** `wanted` is the search term from the URL, cut to the maximum length that the server accepts. */
function useServerSearch() {
  const termInUrl = useSearchTermInUrl()
  const [term, setTerm] = useState(termInUrl)
  const input = useRef<HTMLInputElement>(null)
  useSyncSearchToUrl({ term, setTerm })

  function clear(): void {
    setTerm('')
    input.current?.focus()
  }
  return { term, setTerm, clear, input, wanted: termInUrl.slice(0, BOARD_SEARCH_MAX) || undefined }
}
