import type { UseQueryResult } from '@tanstack/react-query'
import { Children, type ComponentProps, type ReactNode, useId } from 'react'
import { unlessOffline } from '../api/api-error.ts'
import { CardRow } from './CardRow.tsx'
import styles from './LoadedRow.module.css'
import { type CardShape, CardSkeletons, ErrorState } from './states.tsx'

interface LoadedRowProps extends Pick<ComponentProps<typeof CardRow>, 'label' | 'step' | 'children'> {
  /** With a title, the row is a `<section>` with this heading. */
  title?: string
  /** Kind of the cards. The skeletons have the size of these cards. */
  cards: CardShape
  query: Pick<UseQueryResult, 'isPending' | 'isLoadingError' | 'error' | 'isFetching'> & { refetch: () => unknown }
  failure: string
  empty: ReactNode
}

/** A `CardRow` of loaded cards. Shows a loading, error or empty state if there are no cards. */
export function LoadedRow({ title, cards, query, failure, empty, label, step, children }: LoadedRowProps) {
  const id = useId()
  const heading = title && (
    <h2 className={styles.title} id={id}>
      {title}
    </h2>
  )

  function stateWithoutCards(): ReactNode {
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

  const state = stateWithoutCards()
  const row = state ? (
    <>
      {heading}
      {state}
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
