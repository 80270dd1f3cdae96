import type { UseQueryResult } from '@tanstack/react-query'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { RetryNotice, Skeleton, StaleNotice } from '../../../shared/ui/states.tsx'

interface PartStatesProps {
  query: Pick<UseQueryResult, 'isPending' | 'isLoadingError' | 'isRefetchError' | 'isFetching' | 'error' | 'refetch'>
  /** What is loaded, for example "the emails". */
  what: string
}

/** Shows that a part of a company's page is loading, failed to load, or may be out of date. The other parts stay usable. */
export function PartStates({ query, what }: PartStatesProps) {
  if (query.isPending)
    return (
      <div role="status" aria-busy="true" aria-label={`Loading ${what}`}>
        <Skeleton shape="line" />
      </div>
    )
  if (query.isLoadingError)
    return (
      <RetryNotice
        message={unlessOffline(query.error, `We couldn’t load ${what}.`)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  return <StaleNotice query={query} />
}
