import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Transaction } from 'kysely'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { Tables } from '../db/tables.ts'
import { type CompileDeps, compileDispatch } from './compile-dispatch.ts'
import { changeDispatch, lockDispatch, type WorkingDispatch } from './dispatch.repository.ts'
import { CRASHED, MAX_FAILURES } from './failures.ts'
import { type GatherDeps, gatherPage, requestAudience } from './gather-recipients.ts'
import { reportDispatch } from './report-dispatch.ts'
import { type Fault, holdDispatch, missDispatch, reasonToWait } from './stop-dispatch.ts'
import { isOver, lateAt, nextTry, nextWakeUp } from './window.ts'

export interface AdvanceDeps extends CompileDeps, GatherDeps {}

/** Runs a change of a dispatch unless the dispatch changed after it was read. Returns whether the change ran. */
const ifUnchanged = (
  { db }: AdvanceDeps,
  dispatch: WorkingDispatch,
  change: (trx: Transaction<Tables>) => Promise<void>,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const current = await lockDispatch(trx, dispatch.id)
    if (current?.version !== dispatch.version) return false
    await change(trx)
    return true
  })

async function miss(deps: AdvanceDeps, dispatch: WorkingDispatch): Promise<void> {
  const isMissed = await ifUnchanged(deps, dispatch, async (trx) => missDispatch(trx, dispatch, await reasonOf(trx, dispatch)))
  if (isMissed) deps.log.warn({ dispatch: dispatch.id }, 'a dispatch was missed')
}

async function hold(deps: AdvanceDeps, dispatch: WorkingDispatch, fault: Fault): Promise<void> {
  const isHeld = await ifUnchanged(deps, dispatch, async (trx) => void (await holdDispatch(trx, dispatch.id, fault)))
  if (isHeld) deps.log.info({ dispatch: dispatch.id, fault: fault.code }, 'a dispatch is on hold')
}

async function reasonOf(trx: Transaction<Tables>, { id }: WorkingDispatch): Promise<Fault> {
  return reasonToWait(await trx.selectFrom('dispatch').select(['code', 'reason', 'tries']).where('id', '=', id).executeTakeFirstOrThrow())
}

/** Whether to report a late dispatch to the owner. During the first request for its recipients, a dispatch does not count as late. */
const isLate = ({ state, ticket, tries, isLateReported, sendsAt }: WorkingDispatch, now: Date): boolean =>
  !isLateReported && !ticket && (state === 'waiting' || tries > 1) && now >= lateAt(sendsAt)

/** Schedules another attempt to compile the email (exponential backoff), because the image is temporarily unavailable. */
async function retryLater(trx: Transaction<Tables>, dispatch: WorkingDispatch, fault: Fault, now: Date): Promise<void> {
  const tries = dispatch.tries + 1
  const due_at = nextWakeUp(nextTry(tries, now), dispatch, now).toISOString()
  await changeDispatch(trx, dispatch.id, { ...fault, state: 'waiting', tries, due_at })
  await publishChanged(trx, dispatch.campaignId)
}

/** Runs the next step of a due dispatch. `attempts` counts the attempts at this step: all but the current one crashed. */
export async function advanceDispatch(deps: AdvanceDeps, dispatch: WorkingDispatch, attempts: number): Promise<void> {
  const { now } = deps
  const { id, sendsAt } = dispatch
  if (isOver(sendsAt, now())) return miss(deps, dispatch)
  if (attempts > MAX_FAILURES) return hold(deps, dispatch, CRASHED)
  const compiled = dispatch.hasMail ? undefined : await compileDispatch(deps, { ...dispatch, id: dispatch.stepId })
  if (compiled && 'fault' in compiled) return hold(deps, dispatch, compiled.fault)
  if (dispatch.ticket && !compiled) return gatherPage(deps, dispatch, dispatch.ticket)
  const reportsLate = isLate(dispatch, now())
  const isLateReported = dispatch.isLateReported || reportsLate
  await ifUnchanged(deps, dispatch, async (trx) => {
    if (reportsLate) {
      await changeDispatch(trx, id, { late_reported: true })
      await reportDispatch(trx, id, { outcome: 'late', reason: (await reasonOf(trx, dispatch)).reason })
    }
    if (compiled && 'temporaryFault' in compiled) return retryLater(trx, { ...dispatch, isLateReported }, compiled.temporaryFault, now())
    if (compiled) {
      const { links, ...mail } = compiled.mail
      await changeDispatch(trx, id, { mail: JSON.stringify(mail), links, image: compiled.image })
    }
    if (dispatch.ticket) await changeDispatch(trx, id, { state: 'gathering', code: null, reason: null })
    else await requestAudience(trx, { ...dispatch, isLateReported }, now())
  })
}
