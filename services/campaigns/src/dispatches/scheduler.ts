import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { startInterval } from '@app/chassis/start-interval.ts'
import type { Transaction } from 'kysely'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { Tables } from '../db/tables.ts'
import { isTransientError } from '../is-transient-error.ts'
import { type CompileDeps, compileDispatch } from './compile-dispatch.ts'
import { changeDispatch, claimDueDispatch, lockDispatch, type WorkingDispatch } from './dispatch.repository.ts'
import { publishLate } from './dispatch-events.ts'
import { CRASHED, MAX_FAILURES, recordFailure, recordSurvived } from './failures.ts'
import { type GatherDeps, gatherRecipients, requestAudience } from './gather-recipients.ts'
import { holdDispatch } from './hold-dispatch.ts'
import { missDispatch } from './miss-dispatch.ts'
import { endsAt, isOver, lateAt, nextTry, nextWakeUp } from './window.ts'

export interface SchedulerDeps extends CompileDeps, GatherDeps {}

const TICK_MS = 1_000
/** A sending whose holder died is taken up again after this. */
const LEASE_MS = 60_000
/** One whose mail takes long to be looked through holds up no others. */
const AT_ONCE = 4

const NOT_BEGUN = { code: 'window-over', reason: 'We were not able to send it on its day.' }
const NOT_READ = { code: 'not-read', reason: 'Your spreadsheet could not be read.' }

/** Runs a change of a sending that was taken up, unless it was lost to somebody meanwhile. Answers whether it did. */
const ifStillOurs = (
  { db }: SchedulerDeps,
  taken: WorkingDispatch,
  change: (trx: Transaction<Tables>) => Promise<void>,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const dispatch = await lockDispatch(trx, taken.id)
    if (dispatch?.version !== taken.version) return false
    await change(trx)
    return true
  })

async function miss(deps: SchedulerDeps, taken: WorkingDispatch): Promise<void> {
  const isMissed = await ifStillOurs(deps, taken, async (trx) => missDispatch(trx, taken, await reasonOf(trx, taken)))
  if (isMissed) deps.log.warn({ dispatch: taken.id }, 'a sending was missed')
}

async function hold(deps: SchedulerDeps, taken: WorkingDispatch, fault: { code: string; reason: string }): Promise<void> {
  const isHeld = await ifStillOurs(deps, taken, async (trx) => void (await holdDispatch(trx, taken.id, fault)))
  if (isHeld) deps.log.info({ dispatch: taken.id, fault: fault.code }, 'a sending is held')
}

/** Why a sending did not begin so far: what the spreadsheet's side said last, if anything. */
async function reasonOf(trx: Transaction<Tables>, { id, tries }: WorkingDispatch): Promise<{ code: string; reason: string }> {
  const { code, reason } = await trx.selectFrom('dispatch').select(['code', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()
  const otherwise = tries > 0 ? NOT_READ : NOT_BEGUN
  return { code: code ?? otherwise.code, reason: reason ?? otherwise.reason }
}

/** Whether its owner is to be told that it waits: not when it was only just begun. */
const isLate = ({ state, ticket, tries, toldLate, sendsAt }: WorkingDispatch, now: Date): boolean =>
  !toldLate && !ticket && (state === 'waiting' || tries > 1) && now >= lateAt(sendsAt)

/** What a mail is made of is away: it is made again, ever later. */
async function waitFor(trx: Transaction<Tables>, taken: WorkingDispatch, away: { code: string; reason: string }, now: Date): Promise<void> {
  const tries = taken.tries + 1
  await changeDispatch(trx, taken.id, {
    ...away,
    state: 'waiting',
    tries,
    due_at: nextWakeUp(nextTry(tries, now), taken, now).toISOString(),
  })
  await publishChanged(trx, taken.campaignId)
}

async function advance(deps: SchedulerDeps, taken: WorkingDispatch, signal: AbortSignal): Promise<void> {
  const { now } = deps
  const { id, sendsAt } = taken
  if (isOver(sendsAt, now())) return miss(deps, taken)
  if (taken.unfinished > MAX_FAILURES) return hold(deps, taken, CRASHED)
  const compiled = taken.hasMail ? undefined : await compileDispatch(deps, { ...taken, id: taken.stepId })
  if (compiled && 'fault' in compiled) return hold(deps, taken, compiled.fault)
  if (taken.ticket && !compiled) return gatherRecipients(deps, taken, signal)
  const tellsLate = isLate(taken, now())
  const toldLate = taken.toldLate || tellsLate
  await ifStillOurs(deps, taken, async (trx) => {
    if (tellsLate) {
      await changeDispatch(trx, id, { late_reported: true })
      await publishLate(trx, id, (await reasonOf(trx, taken)).reason, endsAt(sendsAt))
    }
    if (compiled && 'away' in compiled) return waitFor(trx, { ...taken, toldLate }, compiled.away, now())
    if (compiled) await changeDispatch(trx, id, { mail: JSON.stringify(compiled.mail), image: compiled.image })
    if (taken.ticket) await changeDispatch(trx, id, { state: 'gathering', code: null, reason: null, due_at: now().toISOString() })
    else await requestAudience(trx, { ...taken, toldLate }, now())
  })
}

/** Logs and counts an error. Neither an error nor the counting of it holds up other sendings. */
async function fail({ db, log }: SchedulerDeps, taken: WorkingDispatch, error: unknown): Promise<void> {
  log.warn({ err: error, dispatch: taken.id }, 'cannot advance a sending; it is taken up again in a minute')
  if (isTransientError(error)) return
  const code = await recordFailure(db, taken, error)
  if (code) log.error({ err: error, dispatch: taken.id, fault: code }, 'a sending is held: it failed again and again for the same reason')
}

/** Advances a sending and records how that ended. */
async function work(deps: SchedulerDeps, taken: WorkingDispatch, signal: AbortSignal): Promise<void> {
  try {
    await advance(deps, taken, signal).catch((error: unknown) => (signal.aborted ? undefined : fail(deps, taken, error)))
    await recordSurvived(deps.db, taken.id)
  } catch (error) {
    deps.log.warn({ err: error, dispatch: taken.id }, 'cannot record how the work on a sending ended')
  }
}

/** Advances all sendings that are due, beside any number of other schedulers: each sending is taken up by one of them. */
export async function tick(deps: SchedulerDeps, signal: AbortSignal): Promise<void> {
  const { db, now } = deps
  const take = () => inTransaction(db, (trx) => claimDueDispatch(trx, now(), new Date(now().getTime() + LEASE_MS)))
  const worker = async (): Promise<void> => {
    while (!signal.aborted) {
      const taken = await take()
      if (!taken) return
      await work(deps, taken, signal)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Starts to advance sendings when they are due, on any number of replicas. Returns a function that stops it. */
export const startScheduler = (deps: SchedulerDeps): (() => Promise<void>) =>
  startInterval({ ms: TICK_MS, name: 'advancing sendings', log: deps.log, run: (signal) => tick(deps, signal) })
