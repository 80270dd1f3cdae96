import type { Task } from '@app/contracts/http/tasks.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useId } from 'react'
import { isStatus, unlessOffline } from '../../../shared/api/api-error.ts'
import { CardRow } from '../../../shared/ui/CardRow.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/ui/stand-ins.tsx'
import styles from './Row.module.css'

const CARD_STEP = 350

/** What the approved row and the posted window say when they hold nothing. */
export const EMPTY_ROW = "Task nearly complete? Let's check it off!"

interface RowProps {
  title?: string
  label: string
  tasks: UseQueryResult<Task[]>
  belongs: (task: Task) => boolean
  /** Those for which it holds stand first. */
  first?: (task: Task) => boolean
  card: (task: Task) => ReactNode
  empty: string
  drawing: ReactNode
  failure: string
}

/** A strip of some of the tasks, or why there are none. */
export function Row({ title, ...row }: RowProps) {
  const id = useId()
  if (!title) return <Cards {...row} />
  const heading = (
    <h2 className={styles.title} id={id}>
      {title}
    </h2>
  )
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Cards {...row} heading={heading} />
    </section>
  )
}

function Cards({
  heading,
  label,
  tasks,
  belongs,
  first = () => false,
  card,
  empty,
  drawing,
  failure,
}: Omit<RowProps, 'title'> & { heading?: ReactNode }) {
  if (tasks.isPending) {
    return (
      <>
        {heading}
        <RowSkeleton />
      </>
    )
  }
  if (tasks.isLoadingError && !isStatus(tasks.error, 404)) {
    return (
      <>
        {heading}
        <ErrorState message={unlessOffline(tasks.error, failure)} onRetry={() => void tasks.refetch()} busy={tasks.isFetching} />
      </>
    )
  }
  const shown = (tasks.data ?? []).filter(belongs).toSorted((a, b) => Number(first(b)) - Number(first(a)))
  if (shown.length === 0) {
    return (
      <>
        {heading}
        <EmptyState drawing={drawing}>{empty}</EmptyState>
      </>
    )
  }
  return (
    <CardRow label={label} step={CARD_STEP} heading={heading}>
      {shown.map((task) => (
        <Fragment key={task._id}>{card(task)}</Fragment>
      ))}
    </CardRow>
  )
}

function RowSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true" role="status" aria-label="Loading tasks">
      <Skeleton shape="card" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  )
}
