import type { ReactNode } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import type { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { ErrorState, StaleNotice } from '../../../shared/ui/states.tsx'
import styles from './BoardList.module.css'
import { BoardSkeleton } from './BoardSkeleton.tsx'
import type { ListOptions } from './use-list-options.ts'
import { FAILED, useLoadFailure } from './use-load-failure.ts'

// The lists are asked for meanwhile.
const BoardTools = lazyPart(() => import('./BoardTools.tsx'), { waiting: <div className={styles.tools} /> })
// Few have nothing.
const EmptyBoard = lazyPart(() => import('./EmptyBoard.tsx'))

/** What search boxes are called, and what can be searched for. */
const searches = {
  companies: { label: 'Search companies', placeholder: 'Company, city, e-mail, phone' },
  tasks: { label: 'Search tasks', placeholder: 'Company, title or number' },
} as const

interface BoardListProps<T> {
  list: ReturnType<typeof useGrowingList<T>>
  look: ListOptions
  /** Beside the tools. */
  note?: ReactNode
  /** Said where there is nothing at all. */
  empty: string
  of: keyof typeof searches
  children: (items: readonly T[]) => ReactNode
}

/** A list that is searched and sorted by the server, as far as it was scrolled; or what stands in its place. */
export function BoardList<T>({ list, look, note, empty, of, children }: BoardListProps<T>) {
  const { query, items, hasMore } = list
  useLoadFailure(query)
  const isEmpty = items?.length === 0 && !hasMore

  return (
    <>
      {(!isEmpty || look.search.wanted) && (
        <BoardTools {...searches[of]} look={look} found={items && { count: items.length, isAll: !hasMore }}>
          {note}
        </BoardTools>
      )}
      {query.isPending && <BoardSkeleton />}
      {query.isLoadingError && (
        <ErrorState message={unlessOffline(query.error, FAILED)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      <StaleNotice query={query} />
      {isEmpty && <EmptyBoard of={of} empty={empty} search={look.search} />}
      {items && items.length > 0 && children(items)}
      <EndOfList {...list} />
    </>
  )
}
