import type { CompanyLine, CompanySort } from '@app/contracts/http/board.ts'
import type { Column } from '../../../shared/ui/DataTable.tsx'
import type { Order } from '../../../shared/ui/TableHead.tsx'
import type { ListOptions } from '../board/use-list-options.ts'

/** `default` is the order by creation time, oldest company first. */
type ColumnSort = CompanySort | 'default'

export interface CompanyColumn extends Column<CompanyLine> {
  /** The server's sort order of the column. */
  sort?: ColumnSort
  /** Whether the server's sort order begins with the highest value. */
  isDescendingFirst?: boolean
}

/**
 * Returns the sorted column, and the handler of the headings. A press on the sorted column reverses the order. The order `newest` is the
 * reverse of the default order.
 */
export function tableOrder(
  columns: readonly CompanyColumn[],
  { sort, isReversed, setSort }: Pick<ListOptions, 'sort' | 'isReversed' | 'setSort'>,
): Order {
  const [sorted, isOpposite] = sort === 'newest' ? ['default', !isReversed] : [sort ?? 'default', isReversed]
  const column = columns.findIndex((one) => one.sort === sorted)
  const isDescending = (columns[column]?.isDescendingFirst ?? false) !== isOpposite
  return {
    sort: column < 0 ? undefined : { column, direction: isDescending ? 'descending' : 'ascending' },
    press(pressed) {
      const wanted = columns[pressed]?.sort
      if (wanted) setSort(wanted, pressed === column && !isOpposite)
    },
  }
}
