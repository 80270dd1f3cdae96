import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { BoardTask, CompanyLine } from '@app/contracts/http/board.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import type { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { RetryNotice } from '../../../shared/ui/states.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import type { CompanyFilter } from '../board/company-order.ts'
import { totalOf } from '../board/counts.ts'
import { countsQuery, useCompanies, useTasks } from '../board/queries.ts'
import type { TaskFilter } from '../board/task-order.ts'
import { FAILED } from '../board/use-load-failure.ts'
import type { Manager } from '../board/use-manager.ts'
import type { BoardCounts } from '../tabs.ts'
import styles from './UnconfirmedAccounts.module.css'

type Apart = NonNullable<BoardCounts['unconfirmed']>

const tasksIn = ({ tasks, turns }: Apart, { status, turn }: TaskFilter): number =>
  turn ? turns[turn] : status ? tasks[status] : totalOf(tasks)

/** Returns a number about unconfirmed accounts. 0 while the counts load. */
function useApart(manager: Manager, countIn: (apart: Apart) => number): number {
  const apart = useQuery(countsQuery(manager)).data?.unconfirmed
  return apart ? countIn(apart) : 0
}

interface GroupProps<Filter, T> {
  /** The filter of the list that is above the group. A search finds all accounts, so there is no group then. */
  filter: Filter
  children: (items: readonly T[]) => ReactNode
}

/** The tasks of accounts whose owner has not confirmed the email address. They follow the tasks of all other accounts. */
export function UnconfirmedTasks({ filter, children }: GroupProps<TaskFilter, BoardTask>) {
  const count = useApart(filter.manager, (apart) => tasksIn(apart, filter))
  if (count === 0 || filter.search) return null
  return (
    <Group count={count}>
      <TaskItems filter={filter}>{children}</TaskItems>
    </Group>
  )
}

/** The companies whose owner has not confirmed the email address. They follow all other companies. */
export function UnconfirmedCompanies({ filter, children }: GroupProps<CompanyFilter, CompanyLine>) {
  const count = useApart(filter.manager, ({ companies, companiesWithTasks }) => (filter.withTasks ? companiesWithTasks : companies))
  if (count === 0 || filter.search) return null
  return (
    <Group count={count}>
      <CompanyItems filter={filter}>{children}</CompanyItems>
    </Group>
  )
}

const Group = ({ count, children }: { count: number; children: ReactNode }) => (
  <details open className={styles.apart}>
    <summary>Unconfirmed accounts: {formatNumber(count)}</summary>
    {children}
  </details>
)

const TaskItems = ({ filter, children }: GroupProps<TaskFilter, BoardTask>) => (
  <Items list={useTasks({ ...filter, unconfirmed: true })}>{children}</Items>
)

const CompanyItems = ({ filter, children }: GroupProps<CompanyFilter, CompanyLine>) => (
  <Items list={useCompanies({ ...filter, unconfirmed: true })}>{children}</Items>
)

function Items<T>({ list, children }: { list: ReturnType<typeof useGrowingList<T>>; children: (items: readonly T[]) => ReactNode }) {
  const { query, items } = list
  return (
    <>
      {query.isPending && <BoardSkeleton />}
      {query.isLoadingError && (
        <RetryNotice message={unlessOffline(query.error, FAILED)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {items && items.length > 0 && children(items)}
      <EndOfList {...list} />
    </>
  )
}
