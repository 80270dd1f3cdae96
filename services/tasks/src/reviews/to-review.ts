import type { Review } from '@app/contracts/http/reviews.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf, plannedDateOf } from '@app/contracts/rules/calendar.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import { UNDOS_MAX } from '@app/contracts/rules/reviews.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { countUndos, findDecision } from '../decisions/decision.repository.ts'
import type { TasksDeps } from '../deps.ts'
import { findNumberedPreview } from '../previews/preview.repository.ts'
import { toOwnersPreview } from '../previews/to-preview.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import { expiryAfter } from './issue-links.ts'
import { canResend, isExpired, isUndoable, type ReviewSubject, stateOf } from './review-state.ts'
import { snoozeDays } from './snooze-days.ts'

type Decision = NonNullable<Review['decision']>

/** Returns the decision about the preview of a link. Null if the preview waits for a decision, also again. */
async function decisionOf(db: Kysely<Tables>, { link, task }: ReviewSubject): Promise<Decision | null> {
  const row = await findDecision(db, task._id, link.previewNo)
  if (!row || row.kind === 'undo') return null
  return {
    kind: row.kind,
    channel: row.channel,
    sentTo: row.email === null ? null : maskEmail(row.email),
    decidedAt: row.createdAt,
    isUnconfirmed: link.previewNo === task.previewNo && task.approvalUnconfirmed,
  }
}

const toReviewedTask = (task: TaskRow): NonNullable<Review['task']> => ({
  taskId: task.taskId,
  title: task.title,
  targetPostingDate: plannedDateOf(task),
  ...recordOf(platforms, (platform) => task[platform]),
})

function snoozeOf({ link, task, company }: ReviewSubject, now: Date): NonNullable<Review['snooze']> {
  const today = todayIn(company.timeZone, now)
  const until = link.snoozedUntil !== null && link.snoozedUntil > today ? link.snoozedUntil : null
  return { until, days: snoozeDays(today, calendarDateOf(task)) }
}

/** Returns how often the recipient of a link can still withdraw an approval of the link's preview. */
export const undosLeftOf = async (db: Kysely<Tables>, { link, task }: ReviewSubject): Promise<number> =>
  Math.max(0, UNDOS_MAX - (await countUndos(db, task._id, link.previewNo, link.recipientId)))

/** Returns the content of the review page of a link. */
export async function toReview(db: Kysely<Tables>, deps: TasksDeps, subject: ReviewSubject): Promise<Review> {
  const { link, task, company } = subject
  const now = deps.now()
  const state = stateOf(subject, now)
  const isHidden = state === 'revoked' || state === 'withdrawn' || isExpired(link, now)
  const preview = isHidden ? undefined : await findNumberedPreview(db, task._id, link.previewNo)
  const undosLeft = isUndoable(subject, now) ? await undosLeftOf(db, subject) : undefined
  return {
    state,
    sentTo: maskEmail(link.email),
    recipient: { kind: link.recipientKind, may: link.may },
    expiresAt: link.expiresAt,
    company: preview ? { name: company.name, logo: company.logo, color: company.color } : null,
    task: preview ? toReviewedTask(task) : null,
    preview: preview ? toOwnersPreview(deps, preview, task) : null,
    currentPreviewNo: state === 'revoked' ? null : task.previewNo,
    decision: ['revoked', 'withdrawn', 'open'].includes(state) ? null : await decisionOf(db, subject),
    canUndo: undosLeft !== undefined && undosLeft > 0,
    ...(undosLeft !== undefined && { undosLeft }),
    canResend: canResend(subject, now),
    ...(state === 'open' && link.may === 'decide' && { snooze: snoozeOf(subject, now) }),
  }
}

/** Milliseconds of the time in a UUIDv7. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** Returns the content of the review page of a link whose task was removed with all its links. */
export const removedReview = (linkId: string): Review => ({
  state: 'removed',
  sentTo: '',
  expiresAt: expiryAfter(timeOf(linkId)).toISOString(),
  company: null,
  task: null,
  preview: null,
  currentPreviewNo: null,
  decision: null,
  canUndo: false,
  canResend: false,
})
