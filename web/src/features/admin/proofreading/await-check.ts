import { getProofreading, type Proofreading } from '@app/contracts/http/proofreading.ts'
import { isStatus } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { pause } from '../../../shared/api/pause.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { loadedAgainAfter, proofreadingQuery } from './queries.ts'

/** A check that takes longer than this is late: deliveries need not wait any longer. */
export const LATE_MS = 15_000
const LAST_LOAD_MS = 5_000

/**
 * Waits until the check of a preview has ended. Returns undefined if the signal aborts before, if there is no such check, and if the session
 * has ended. Loads the state once if the signal has aborted already. Other failed requests are repeated, because the check goes on.
 */
export async function awaitCheck(previewId: string, signal: AbortSignal): Promise<Proofreading | undefined> {
  for (let loads = 1; ; loads += 1) {
    const asked = adminCall(getProofreading, {
      params: { previewId },
      signal: signal.aborted ? AbortSignal.timeout(LAST_LOAD_MS) : signal,
    })
    const loaded = await asked.catch((error: unknown) => (isStatus(error, 401) || isStatus(error, 404) ? 'none' : undefined))
    if (loaded === 'none') return undefined
    if (loaded) queryClient.setQueryData(proofreadingQuery(previewId).queryKey, loaded)
    if (loaded && loaded.state !== 'waiting') return loaded
    if (signal.aborted) return undefined
    await pause(loadedAgainAfter(loads), signal)
  }
}
