import { createTask, listTasks, type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { until } from '../../bench/owner.ts'
import type { Ask } from './ask.ts'

interface SeriesStory {
  token: string
  adminToken: string
  companyId: string
  mark: string
  /** Delivers a preview of a task. */
  deliver: (task: Task) => Promise<unknown>
}

const SECOND_MS = 300_000

/**
 * Creates a weekly task, posts it, and waits until the product has created the next task of the series. Returns the title of both tasks.
 */
export async function runSeriesStory(ask: Ask, { token, adminToken, companyId, mark, deliver }: SeriesStory): Promise<string> {
  const title = `repeats ${mark}`
  const today = todayIn(DEFAULT_TIMEZONE)
  const recurrence = {
    isRecurring: 'true',
    recurrenceType: 'weekly',
    recurrenceStartDate: addDays(today, 3),
    recurrenceEndDate: addDays(today, 60),
  }
  const fields = { companyProfileId: companyId, title, platform_x: 'true', ...recurrence }
  const task = await ask<Task>({ method: createTask.method, path: createTask.url, token, fields })
  await deliver(task)
  const move = (by: string, json: object) =>
    ask({ method: updateTask.method, path: updateTask.url.replace(':id', task._id), token: by, json })
  await move(token, { currentStatus: 'Approved' })
  await move(adminToken, { currentStatus: 'Posted', adminPostComment: 'Again next week.' })
  const tasks = () => ask<Task[]>({ method: listTasks.method, path: listTasks.url.replace(':companyProfileId', companyId), token })
  const hasSecond = async () => (await tasks()).some((one) => one.seriesId === task.seriesId && one.occurrenceNo === 2)
  await until(`the task "${title}" has repeated`, hasSecond, SECOND_MS)
  return title
}
