import type { Logger } from '@app/chassis/logging/logger.ts'
import { isMissing } from '@app/chassis/storage/measured-client.ts'
import type { WorkItem } from '@app/chassis/work/attempt.ts'
import { ATTEMPTS_MAX, done, failed, type Outcome, retry } from '@app/chassis/work/outcome.ts'
import type { SettledWork } from '@app/chassis/work/worker.ts'
import { type CheckResult, checkPreview } from '@app/proofreading/check-preview.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type BegunCheck, beginCheck, excuseAttempt, proofreadingQueue, settleChecks } from './proofreading.repository.ts'
import { readSubject, type SubjectDeps } from './read-subject.ts'
import { storeResult } from './store-result.ts'

export interface ProofreadingDeps extends SubjectDeps {
  log: Logger
}

/** Maximum number of attempts at a check that end this process, or fail for an unknown reason. */
const CRASHES_MAX = 3
const CRASHED = 'crashed'

/**
 * Returns the work of checking previews. A file that cannot be opened is retried like other work. A check that crashes is given up after
 * three attempts. `check` replaces the check in tests.
 */
export function proofreadingWork(deps: ProofreadingDeps, check = checkPreview) {
  const { db, log } = deps

  /** Returns the result of the check. An outcome if there is none. */
  async function attempt(begun: BegunCheck, { attempts, signal }: WorkItem<null>): Promise<CheckResult | Outcome> {
    const unreadable = new Set<unknown>()
    const onUnreadable = (error: unknown): void => void unreadable.add(error)
    try {
      const subject = await readSubject(deps, begun, onUnreadable)
      return subject ? await check({ ...subject, signal }) : done
    } catch (err) {
      const { previewId } = begun
      if (!signal.aborted && !unreadable.has(err)) {
        log.error({ err, previewId }, 'the check of a preview failed')
        return begun.attempts < CRASHES_MAX ? retry(CRASHED) : failed(CRASHED)
      }
      // The last attempt counts, because the check is given up after it.
      if (attempts < ATTEMPTS_MAX) await excuseAttempt(db, begun)
      if (signal.aborted) return retry('stopped')
      const reason = isMissing(err) ? 'missing' : 'unavailable'
      log.warn({ err, previewId, reason }, 'a file of a preview could not be read')
      return retry(reason)
    }
  }

  return {
    db,
    queue: proofreadingQueue,
    // A check occupies one core.
    capacity: 1,
    log,
    async handle(item: WorkItem<null>): Promise<Outcome> {
      const begun = await beginCheck(db, item.key)
      if (!begun) return done
      if (begun.attempts > CRASHES_MAX) return failed(CRASHED)
      const result = await attempt(begun, item)
      if ('kind' in result) return result
      await storeResult(db, begun, result)
      return done
    },
    async onSettled(trx: Transaction<Tables>, settled: SettledWork<null>[]): Promise<void> {
      const keysIn = (states: readonly string[]) =>
        settled.flatMap(({ key, settlement }) => (states.includes(settlement.state) ? [key] : []))
      await settleChecks(trx, { failed: keysIn(['failed']), ended: keysIn(['done', 'failed']) })
    },
  }
}
