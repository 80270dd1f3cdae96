import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { startInterval } from '@app/chassis/start-interval.ts'
import type { Transaction } from 'kysely'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { Tables } from '../db/tables.ts'
import { isTransientError } from '../is-transient-error.ts'
import { type CompileDeps, compileDispatch } from './compile-dispatch.ts'
import { changeDispatch, claimDueDispatch, lockDispatch, type WorkingDispatch } from './dispatch.repository.ts'
import { publishLate } from './dispatch-events.ts'
import { CRASHED, MAX_FAILURES, recordFailure, recordProcessed } from './failures.ts'
import { type GatherDeps, gatherRecipients, requestAudience } from './gather-recipients.ts'
import { holdDispatch } from './hold-dispatch.ts'
import { missDispatch } from './miss-dispatch.ts'
import { endsAt, isOver, lateAt, nextTry, nextWakeUp } from './window.ts'

export interface SchedulerDeps extends CompileDeps, GatherDeps {}

const TICK_MS = 1_000
/** If a scheduler dies, another scheduler claims its dispatch after this time. */
const LEASE_MS = 60_000
/** Number of dispatches that one process prepares at the same time, so that a slow dispatch does not block the others. */
const CONCURRENCY = 4

const NOT_STARTED = { code: 'window-over', reason: 'We couldn’t send this email on its scheduled day.' }
const NOT_READ = { code: 'not-read', reason: 'We couldn’t read your spreadsheet.' }

/** Runs a change of a claimed dispatch unless the dispatch changed after the claim. Returns whether the change ran. */
const ifUnchanged = (
  { db }: SchedulerDeps,
  claimed: WorkingDispatch,
  change: (trx: Transaction<Tables>) => Promise<void>,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const dispatch = await lockDispatch(trx, claimed.id)
    if (dispatch?.version !== claimed.version) return false
    await change(trx)
    return true
  })

async function miss(deps: SchedulerDeps, claimed: WorkingDispatch): Promise<void> {
  const isMissed = await ifUnchanged(deps, claimed, async (trx) => missDispatch(trx, claimed, await reasonOf(trx, claimed)))
  if (isMissed) deps.log.warn({ dispatch: claimed.id }, 'a dispatch was missed')
}

async function hold(deps: SchedulerDeps, claimed: WorkingDispatch, fault: { code: string; reason: string }): Promise<void> {
  const isHeld = await ifUnchanged(deps, claimed, async (trx) => void (await holdDispatch(trx, claimed.id, fault)))
  if (isHeld) deps.log.info({ dispatch: claimed.id, fault: fault.code }, 'a dispatch is on hold')
}

async function reasonOf(trx: Transaction<Tables>, { id, tries }: WorkingDispatch): Promise<{ code: string; reason: string }> {
  const { code, reason } = await trx.selectFrom('dispatch').select(['code', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()
  const otherwise = tries > 0 ? NOT_READ : NOT_STARTED
  return { code: code ?? otherwise.code, reason: reason ?? otherwise.reason }
}

/** Whether to report a late dispatch to the owner. During the first request for its recipients, a dispatch does not count as late. */
const isLate = ({ state, ticket, tries, isLateReported, sendsAt }: WorkingDispatch, now: Date): boolean =>
  !isLateReported && !ticket && (state === 'waiting' || tries > 1) && now >= lateAt(sendsAt)

/** Schedules another attempt to compile the email (exponential backoff), because the image is temporarily unavailable. */
async function retryLater(
  trx: Transaction<Tables>,
  claimed: WorkingDispatch,
  fault: { code: string; reason: string },
  now: Date,
): Promise<void> {
  const tries = claimed.tries + 1
  await changeDispatch(trx, claimed.id, {
    ...fault,
    state: 'waiting',
    tries,
    due_at: nextWakeUp(nextTry(tries, now), claimed, now).toISOString(),
  })
  await publishChanged(trx, claimed.campaignId)
}

async function advance(deps: SchedulerDeps, claimed: WorkingDispatch, signal: AbortSignal): Promise<void> {
  const { now } = deps
  const { id, sendsAt } = claimed
  if (isOver(sendsAt, now())) return miss(deps, claimed)
  if (claimed.unfinished > MAX_FAILURES) return hold(deps, claimed, CRASHED)
  const compiled = claimed.hasMail ? undefined : await compileDispatch(deps, { ...claimed, id: claimed.stepId })
  if (compiled && 'fault' in compiled) return hold(deps, claimed, compiled.fault)
  if (claimed.ticket && !compiled) return gatherRecipients(deps, claimed, signal)
  const reportsLate = isLate(claimed, now())
  const isLateReported = claimed.isLateReported || reportsLate
  await ifUnchanged(deps, claimed, async (trx) => {
    if (reportsLate) {
      await changeDispatch(trx, id, { late_reported: true })
      await publishLate(trx, id, (await reasonOf(trx, claimed)).reason, endsAt(sendsAt))
    }
    if (compiled && 'temporaryFault' in compiled) return retryLater(trx, { ...claimed, isLateReported }, compiled.temporaryFault, now())
    if (compiled) await changeDispatch(trx, id, { mail: JSON.stringify(compiled.mail), image: compiled.image })
    if (claimed.ticket) await changeDispatch(trx, id, { state: 'gathering', code: null, reason: null, due_at: now().toISOString() })
    else await requestAudience(trx, { ...claimed, isLateReported }, now())
  })
}

/** Logs an error. Counts it unless it is temporary. Several errors for the same reason put the dispatch on hold. */
async function handleError({ db, log }: SchedulerDeps, claimed: WorkingDispatch, error: unknown): Promise<void> {
  log.warn({ err: error, dispatch: claimed.id }, 'cannot advance a dispatch; retrying in a minute')
  if (isTransientError(error)) return
  const code = await recordFailure(db, claimed, error)
  if (code)
    log.error({ err: error, dispatch: claimed.id, fault: code }, 'a dispatch is on hold: it failed several times for the same reason')
}

async function advanceOne(deps: SchedulerDeps, claimed: WorkingDispatch, signal: AbortSignal): Promise<void> {
  try {
    await advance(deps, claimed, signal).catch((error: unknown) => (signal.aborted ? undefined : handleError(deps, claimed, error)))
    await recordProcessed(deps.db, claimed.id)
  } catch (error) {
    deps.log.warn({ err: error, dispatch: claimed.id }, 'cannot record that a dispatch was processed')
  }
}

/** Processes all due dispatches. Each replica runs a scheduler, but only one scheduler can claim a dispatch. */
export async function tick(deps: SchedulerDeps, signal: AbortSignal): Promise<void> {
  const { db, now } = deps
  const claim = () => inTransaction(db, (trx) => claimDueDispatch(trx, now(), new Date(now().getTime() + LEASE_MS)))
  const worker = async (): Promise<void> => {
    while (!signal.aborted) {
      const claimed = await claim()
      if (!claimed) return
      await advanceOne(deps, claimed, signal)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

export const startScheduler = (deps: SchedulerDeps): (() => Promise<void>) =>
  startInterval({ ms: TICK_MS, name: 'advancing dispatches', log: deps.log, run: (signal) => tick(deps, signal) })
