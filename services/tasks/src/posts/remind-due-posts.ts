import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PostDue } from '@app/contracts/events/tasks.ts'
import { FIRST_TIME_ZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'
import type { TasksDeps } from '../deps.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { lockTask } from '../tasks/task.repository.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import { findPostTimes, insertPostReminder, type PostTime } from './post-reminder.repository.ts'

type PostDeps = Pick<TasksDeps, 'db' | 'log' | 'now'>

const BEFORE_FIRST = '00000000-0000-0000-0000-000000000000'
const BATCH = 500

/** Whether a task is still to be posted at this time. */
export const isToPostAt = (task: TaskRow, { date, time }: Pick<PostTime, 'date' | 'time'>): boolean =>
  task.currentStatus === 'Approved' && calendarDateOf(task) === date && task.targetPostingTime === time

/** Reminds the admins of a task. If several replicas call this function at the same time, only one of them adds the reminder. */
const remindPost = ({ db }: PostDeps, due: PostTime): Promise<void> =>
  inTransaction(db, async (trx) => {
    const task = await lockTask(trx, due.taskId, undefined)
    if (!task || !isToPostAt(task, due)) return
    const reminderId = await insertPostReminder(trx, due)
    if (reminderId === undefined) return
    await addEvent(trx, PostDue, { aggregateId: task._id, version: task.version, data: { ...eventPayload(task), reminderId } })
  })

/**
 * Reminds the admins of approved tasks whose posting time has come, once for each time of a task. If the reminder of one task fails, those
 * of the others are still added.
 */
export async function remindDuePosts(deps: PostDeps, signal: AbortSignal): Promise<void> {
  const { db, log, now } = deps
  const at = now()
  const isDue = (post: PostTime): boolean => instantOf(post.date, post.time, timeZoneOf(post)) <= at
  let after = BEFORE_FIRST
  for (;;) {
    const posts = await findPostTimes(db, { until: todayIn(FIRST_TIME_ZONE, at), after, limit: BATCH })
    for (const post of posts.filter(isDue)) {
      if (signal.aborted) return
      await remindPost(deps, post).catch((err: unknown) => log.warn({ err, taskId: post.taskId }, 'a reminder of a post was not added'))
    }
    after = posts.at(-1)?.taskId ?? after
    if (posts.length < BATCH) return
  }
}
