import { adminRemoveTask, undoLaunch, withdrawPreview } from '@app/contracts/http/corrections.ts'
import { editTask, moveTask } from '@app/contracts/http/task-changes.ts'
import { getTask, type Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Ask, RequestOptions } from './ask.ts'
import type { MailSink } from './mail-sink.ts'
import { sendTwice } from './send-twice.ts'

/** Titles of the tasks of the story. `audit-changes.ts` checks their changes. */
export interface ChangedTasks {
  /** The task with all changes. */
  changed: string
  /** The task that an admin removed. */
  removedByAdmin: string
}

interface Changing {
  token: string
  adminToken: string
  /** The email address of the owner. */
  email: string
  sink: MailSink
  mark: string
  assign: (title: string) => Promise<Task>
  deliver: (task: Task) => Promise<unknown>
  /** Changes the status of a task. */
  move: (task: Task, by: string, json: object) => Promise<unknown>
}

const CONFLICT = 409

/**
 * Changes a version of a task with two equal requests at the same time. Throws unless exactly one of them succeeds. Returns the changed
 * task.
 */
async function changeOnce(ask: Ask, { title, version }: Task, request: Omit<RequestOptions, 'ifMatch'>): Promise<Task> {
  const [changed, ...others] = await sendTwice<Task>(ask, { ...request, ifMatch: version }, CONFLICT)
  if (!changed || others.length > 0)
    throw new Error(`${others.length + (changed ? 1 : 0)} of two equal changes of a version of the task "${title}" succeeded`)
  return changed
}

/**
 * Changes and corrects a task: the owner edits its brief, an admin withdraws one of two previews, the owner approves the other one, an admin
 * launches the task and undoes that, the owner undoes the approval, and an admin moves the task. It is Pending at the end. Another task is
 * removed by an admin.
 */
export async function runChangesStory(ask: Ask, changing: Changing): Promise<ChangedTasks> {
  const { token, adminToken, email, sink, mark, assign, deliver, move } = changing
  const correct = ({ method, url }: typeof withdrawPreview | typeof undoLaunch | typeof adminRemoveTask, { _id }: Task, json: object) =>
    ask<Task>({ method, path: url.replace(':id', _id), token: adminToken, json })

  const removed = await assign(`removed by an admin ${mark}`)
  await correct(adminRemoveTask, removed, { reason: 'Entered twice' })

  const task = await assign(`pending after changes ${mark}`)
  const edit = { method: editTask.method, path: editTask.url.replace(':id', task._id), token, fields: { headline: `edited ${mark}` } }
  await changeOnce(ask, task, edit)
  await deliver(task)
  await deliver(task)
  await correct(withdrawPreview, task, { previewNo: 2 })
  await move(task, token, { currentStatus: 'Approved' })
  await move(task, adminToken, { currentStatus: 'Posted', adminPostComment: 'Out now.' })
  // The undone launch would make an email obsolete that is not sent yet.
  await sink.mailTo(email, new RegExp(`^Posted: ${task.title}$`))
  await correct(undoLaunch, task, { reason: 'Wrong picture' })
  await move(task, token, { currentStatus: 'Pending' })
  const targetPostingDate = addDays(todayIn(DEFAULT_TIMEZONE), 9)
  const current = await ask<Task>({ method: getTask.method, path: getTask.url.replace(':id', task._id), token })
  const moving = { method: moveTask.method, path: moveTask.url.replace(':id', task._id), token: adminToken, json: { targetPostingDate } }
  const moved = await changeOnce(ask, current, moving)
  if (moved.targetPostingDate !== targetPostingDate || moved.currentStatus !== 'Pending' || moved.previewNo !== 1)
    throw new Error(`The task "${task.title}" has another state after its changes: ${JSON.stringify(moved)}`)
  return { changed: task.title, removedByAdmin: removed.title }
}
