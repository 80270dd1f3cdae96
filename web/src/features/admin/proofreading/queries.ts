import {
  acceptFinding,
  getProofreading,
  type PreviewFinding,
  type Proofreading,
  undoAcceptFinding,
} from '@app/contracts/http/proofreading.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { refreshChanged } from '../board/changes.ts'
import { PROOFREADING } from '../board/queries.ts'
import type { ChangedTask } from '../task-actions.ts'

const QUICK_MS = 1_000
const SLOW_MS = 5_000
/** A check that takes longer than this is late: deliveries need not wait any longer. */
export const LATE_MS = 15_000
/** While a check has not ended, its state is loaded this often every second, and then less often. */
const QUICK_LOADS = 30

const proofreadingQuery = (previewId: string) =>
  queryOptions({
    queryKey: [...PROOFREADING, previewId],
    queryFn: ({ signal }) => adminCall(getProofreading, { params: { previewId }, signal }),
    staleTime: 0,
    // React Query pauses the interval while the window is hidden.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state === 'waiting' && (dataUpdateCount < QUICK_LOADS ? QUICK_MS : SLOW_MS),
  })

/** The check of a preview. It is loaded again until the check has ended. */
export const useProofreading = (previewId: string | undefined) =>
  useQuery({ ...proofreadingQuery(previewId ?? ''), enabled: previewId !== undefined })

/** Loads the check of a preview, for example after the server has rejected a delivery because of its findings. */
export const loadProofreading = (previewId: string): Promise<Proofreading> => queryClient.fetchQuery(proofreadingQuery(previewId))

/**
 * Waits until the check of a preview has ended. Returns undefined if the signal aborts before, if there is no such check, and if the session
 * has ended. Loads the state once if the signal has aborted already. Other failed requests are repeated, because the check goes on.
 */
export async function awaitCheck(previewId: string, signal: AbortSignal): Promise<Proofreading | undefined> {
  for (let loads = 1; ; loads += 1) {
    const asked = adminCall(getProofreading, {
      params: { previewId },
      signal: signal.aborted ? AbortSignal.timeout(SLOW_MS) : signal,
    })
    const loaded = await asked.catch((error: unknown) => (isStatus(error, 401) || isStatus(error, 404) ? 'none' : undefined))
    if (loaded === 'none') return undefined
    if (loaded) queryClient.setQueryData(proofreadingQuery(previewId).queryKey, loaded)
    if (loaded && loaded.state !== 'waiting') return loaded
    if (signal.aborted) return undefined
    await pause(loads < QUICK_LOADS ? QUICK_MS : SLOW_MS, signal)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const end = () => {
    clearTimeout(timer)
    resolve()
  }
  signal.addEventListener('abort', end)
  return promise.finally(() => signal.removeEventListener('abort', end))
}

/** Returns the open findings. Missing alternative text does not count, as in the lists of tasks. */
export const openFindings = (proofreading: Proofreading | undefined): PreviewFinding[] =>
  proofreading?.findings.filter(({ kind, isAccepted }) => !isAccepted && kind !== 'alternative-text') ?? []

/** Returns the findings because of which the server rejects a delivery, unless the admin has confirmed it. */
export const openSureFindings = (proofreading: Proofreading | undefined): PreviewFinding[] =>
  openFindings(proofreading).filter(({ certainty }) => certainty === 'sure')

interface Acceptance {
  findingId: string
  isAccepted: boolean
}

/** Marks a finding of a preview as right, or takes the mark back. Lists of tasks show the number of open findings, so they are reloaded. */
export function useAcceptance(previewId: string, { task }: ChangedTask) {
  const { queryKey } = proofreadingQuery(previewId)
  return useMutation({
    mutationFn: ({ findingId, isAccepted }: Acceptance) =>
      adminCall(isAccepted ? acceptFinding : undoAcceptFinding, { params: { previewId, findingId } }),
    async onSuccess(changed) {
      // A response that was requested before the change must not replace the changed findings.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: acceptedKey(task.companyProfileId) })
      void refreshChanged(task.companyProfileId, task.taskId)
    },
    // `useAccess` handles an expired session (401).
    onError: (error) => isStatus(error, 401) || toast.failed(messageOf(error, 'We couldn’t save this. Please try again.')),
  })
}

/** Key of the words that admins marked as right for a company. */
export const acceptedKey = (companyProfileId: string) => ['accepted-findings', companyProfileId] as const
