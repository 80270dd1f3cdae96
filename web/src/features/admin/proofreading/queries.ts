import { getProofreading, type PreviewFinding, type Proofreading } from '@app/contracts/http/proofreading.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { PROOFREADING } from '../board/queries.ts'

/** Returns the time in ms until the state of a check is loaded again, after this number of loads: at first a second, and then longer. */
export const loadedAgainAfter = (loads: number): number => (loads < 30 ? 1_000 : 5_000)

export const proofreadingQuery = (previewId: string) =>
  queryOptions({
    queryKey: [...PROOFREADING, previewId],
    queryFn: ({ signal }) => adminCall(getProofreading, { params: { previewId }, signal }),
    staleTime: 0,
    // React Query pauses the interval while the window is hidden.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => data?.state === 'waiting' && loadedAgainAfter(dataUpdateCount),
  })

/** The check of a preview. It is loaded again until the check has ended. */
export const useProofreading = (previewId: string | undefined) =>
  useQuery({ ...proofreadingQuery(previewId ?? ''), enabled: previewId !== undefined })

/** Loads the check of a preview, for example after the server has rejected a delivery because of its findings. */
export const loadProofreading = (previewId: string): Promise<Proofreading> => queryClient.fetchQuery(proofreadingQuery(previewId))

/** Returns the open findings. Missing alternative text does not count, as in the lists of tasks. */
export const openFindings = (proofreading: Proofreading | undefined): PreviewFinding[] =>
  proofreading?.findings.filter(({ kind, isAccepted }) => !isAccepted && kind !== 'alternative-text') ?? []

/** Returns the findings because of which the server rejects a delivery, unless the admin has confirmed it. */
export const openSureFindings = (proofreading: Proofreading | undefined): PreviewFinding[] =>
  openFindings(proofreading).filter(({ certainty }) => certainty === 'sure')
