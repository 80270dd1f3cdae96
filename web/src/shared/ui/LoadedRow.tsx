import type { UseQueryResult } from '@tanstack/react-query'
import { Children, type ComponentProps, type ReactNode, useId } from 'react'
import { unlessOffline } from '../api/api-error.ts'
import { CardRow } from './CardRow.tsx'
import styles from './LoadedRow.module.css'
import { type CardShape, CardSkeletons, ErrorState } from './stand-ins.tsx'

interface LoadedRowProps extends Pick<ComponentProps<typeof CardRow>, 'label' | 'step' | 'children'> {
  /** Makes a section of it, with this as its heading. */
  title?: string
  /** The shape that stands in for its cards. */
  cards: CardShape
  /** What the cards come from. */
  query: Pick<UseQueryResult, 'isPending' | 'isLoadingError' | 'error' | 'isFetching'> & { refetch: () => unknown }
  /** Said when that failed. */
  failure: string
  /** Stands in the place of the cards when there are none. */
  empty: ReactNode
}

/** A `CardRow` of what is loaded, or what stands in for it. */
export function LoadedRow({ title, cards, query, failure, empty, label, step, children }: LoadedRowProps) {
  const id = useId()
  const heading = title && (
    <h2 className={styles.title} id={id}>
      {title}
    </h2>
  )

  function standIn(): ReactNode {
    if (query.isPending)
      return (
        <div aria-busy="true" role="status" aria-label={`Loading: ${label}`}>
          <CardSkeletons of={cards} />
        </div>
      )
    if (query.isLoadingError)
      return <ErrorState message={unlessOffline(query.error, failure)} busy={query.isFetching} onRetry={() => void query.refetch()} />
    return Children.count(children) === 0 && empty
  }

  const instead = standIn()
  const row = instead ? (
    <>
      {heading}
      {instead}
    </>
  ) : (
    <CardRow label={label} step={step} heading={heading}>
      {children}
    </CardRow>
  )
  return title ? (
    <section className={styles.section} aria-labelledby={id}>
      {row}
    </section>
  ) : (
    row
  )
}
