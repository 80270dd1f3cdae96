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
import { useManager } from './use-manager.ts'

// The tools are loaded on demand, so that the requests for the lists start first.
const BoardTools = lazyPart(() => import('./BoardTools.tsx'), { waiting: <div className={styles.tools} /> })
// This part is loaded on demand, because few lists are empty.
const EmptyBoard = lazyPart(() => import('./EmptyBoard.tsx'))

const searches = {
  companies: { label: 'Search companies', placeholder: 'Company, city, email, phone' },
  tasks: { label: 'Search tasks', placeholder: 'Company, title or number' },
} as const

interface BoardListProps<T> {
  list: ReturnType<typeof useGrowingList<T>>
  listOptions: ListOptions
  /** Message if the list is empty and no search is active. */
  empty: string
  of: keyof typeof searches
  /** Message if the list could not be loaded. */
  failed?: string
  /** Further buttons beside the search. */
  actions?: ReactNode
  children: (items: readonly T[]) => ReactNode
}

/** The server does the search, the sorting and the paging. */
export function BoardList<T>({ list, listOptions, empty, of, failed = FAILED, actions, children }: BoardListProps<T>) {
  const { query, items, hasMore } = list
  const { manager } = useManager()
  useLoadFailure(query, failed)
  const isEmpty = items?.length === 0 && !hasMore

  return (
    <>
      {(!isEmpty || listOptions.search.wanted || manager) && (
        <BoardTools
          {...searches[of]}
          listOptions={listOptions}
          found={items && { count: items.length, isAll: !hasMore }}
          actions={actions}
        />
      )}
      {query.isPending && <BoardSkeleton />}
      {query.isLoadingError && (
        <ErrorState message={unlessOffline(query.error, failed)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      <StaleNotice query={query} />
      {isEmpty && <EmptyBoard of={of} empty={empty} search={listOptions.search} />}
      {items && items.length > 0 && children(items)}
      <EndOfList {...list} />
    </>
  )
}
