import { BOARD_SEARCH_MAX } from '@app/contracts/http/board.ts'
import { useLocation } from 'react-router-dom'
import { useChangeQuery } from '../../../shared/ui/use-change-query.ts'
import { useServerSearch } from '../../../shared/ui/use-search-in-url.ts'
import { useView, type View } from './use-view.ts'

/** Labels of the sort orders of a list. `default` is the order without a `sort` parameter in the URL. */
export type Sorts<Sort extends string> = Readonly<Partial<Record<Sort, string>> & { default: string }>

export function useListOptions<Sort extends string>(sorts: Sorts<Sort>) {
  return { search: useServerSearch(BOARD_SEARCH_MAX), ...useSort<Sort>(sorts), ...useView() }
}

/** If `view` is undefined, the list has only one view. */
export type ListOptions = Omit<ReturnType<typeof useListOptions>, 'view'> & { view: View | undefined }

/** Each change of the sort order adds a history entry. `isReversed` means that the list is in the opposite order. */
function useSort<Sort extends string>(sorts: Sorts<Sort>) {
  const address = new URLSearchParams(useLocation().search)
  const changeQuery = useChangeQuery()
  const sortInUrl = address.get('sort') as Sort | 'default' | null
  const sort = sortInUrl && sortInUrl !== 'default' && Object.hasOwn(sorts, sortInUrl) ? sortInUrl : undefined

  function setSort(next: string, reverse = false): void {
    changeQuery({ sort: next === 'default' ? null : next, reverse: reverse ? 'true' : null })
  }
  return { sorts, sort, isReversed: address.get('reverse') === 'true', setSort }
}
