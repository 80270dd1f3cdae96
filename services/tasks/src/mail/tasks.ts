import type { ComposeMail, MailAnswer, WantedMail } from '@app/chassis/mail/serve-mails.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { findBriefChanges } from './brief-changes.ts'
import type { MailDeps } from './deps.ts'
import { findMailedTask, type MailedRow, toMailedTask } from './mailed-task.repository.ts'
import { neutralTask } from './neutral-task.ts'
import { receiptOfLaunch } from './signed-receipt.ts'
import { adminsFacts, type TaskUpdateFacts } from './task-update.ts'
import { approved } from './templates/approved.ts'
import { posted } from './templates/posted.ts'
import { referredBack } from './templates/referred-back.ts'
import { taskAssigned } from './templates/task-assigned.ts'
import { taskCreatedForYou } from './templates/task-created-for-you.ts'

/** If a referral has no feedback, its email waits this long, because the web app sends the feedback in a second request. */
const FEEDBACK_WAIT_MS = 60_000

/** Returns how long the email still waits for feedback. 0 if the clock was set back to a time long before the referral. */
function secondsToWait(referredAt: string, now: Date): number {
  const age = now.getTime() - Date.parse(referredAt)
  return Math.abs(age) < FEEDBACK_WAIT_MS ? Math.ceil((FEEDBACK_WAIT_MS - Math.max(age, 0)) / 1_000) : 0
}

/** Returns the task of an email to an admin. Undefined if it was removed. */
const adminsTask = async ({ db }: MailDeps, { about, recipient }: WantedMail): Promise<MailedRow | undefined> =>
  recipient.kind === 'admin' ? findMailedTask(db, about) : undefined

/** Returns the data of a task that an email to an admin shows, with what the owner changed in its brief. */
const updateFacts = async (deps: MailDeps, task: MailedRow): Promise<TaskUpdateFacts> =>
  adminsFacts(task, deps.store, { briefChanges: (await findBriefChanges(deps.db, [task], 'owner')).get(task._id) })

/** Returns the task of an email to its owner. Undefined if it was removed. */
async function ownersTask({ db }: MailDeps, { about, recipient }: WantedMail): Promise<MailedRow | undefined> {
  const task = recipient.kind === 'owner' ? await findMailedTask(db, about) : undefined
  return task?.ownerId === recipient.id ? task : undefined
}

/** The email to an admin about a new task. Obsolete when the task no longer waits for its first preview. */
export const composeTaskAssigned =
  (deps: MailDeps): ComposeMail =>
  async (wanted) => {
    const task = await adminsTask(deps, wanted)
    if (task?.currentStatus !== 'Pending' || task.previewNo !== null) return 'obsolete'
    return { ...taskAssigned(await updateFacts(deps, task), deps.origin), threadId: task._id }
  }

/** The email to the owner about a task that an admin created. */
export const composeTaskCreatedForYou =
  (deps: MailDeps): ComposeMail =>
  async (wanted) => {
    const task = await ownersTask(deps, wanted)
    if (!task) return 'obsolete'
    const facts = toMailedTask(task, deps.store)
    return { ...taskCreatedForYou(task.isOwnerConfirmed ? facts : neutralTask(facts), deps.origin), threadId: task._id }
  }

/** The email to an admin about an approval. Obsolete when the task is no longer approved. */
export const composeApproved =
  (deps: MailDeps): ComposeMail =>
  async (wanted) => {
    const task = await adminsTask(deps, wanted)
    if (task?.currentStatus !== 'Approved') return 'obsolete'
    return { ...approved(await updateFacts(deps, task), deps.origin), threadId: task._id }
  }

/** The email to an admin about a referral. Obsolete when the task is no longer referred back. */
export const composeReferredBack =
  (deps: MailDeps): ComposeMail =>
  async (wanted): Promise<MailAnswer> => {
    const task = await adminsTask(deps, wanted)
    const referral = task?.rollbackFeedback.at(-1)
    if (task?.currentStatus !== 'Roll Back' || !referral) return 'obsolete'
    const retryAfterSeconds = referral.feedback ? 0 : secondsToWait(referral.createdAt, deps.now())
    if (retryAfterSeconds > 0) return { retryAfterSeconds }
    return { ...referredBack(await updateFacts(deps, task), deps.origin), threadId: task._id }
  }

/** The email to the owner about a launched task. */
export const composePosted =
  (deps: MailDeps): ComposeMail =>
  async (wanted) => {
    const task = await ownersTask(deps, wanted)
    if (task?.currentStatus !== 'Posted') return 'obsolete'
    const { adminPostComment, postedAt, postLinks } = task
    const facts = { ...toMailedTask(task, deps.store), adminPostComment: adminPostComment ?? '', postedAt, timeZone: timeZoneOf(task) }
    const mail = task.isOwnerConfirmed
      ? posted({ ...facts, postLinks, record: await receiptOfLaunch(deps, task) }, deps.origin)
      : posted(neutralTask(facts), deps.origin)
    return { ...mail, threadId: task._id }
  }
