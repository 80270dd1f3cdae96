import { refusedField } from '@app/chassis/http/errors.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { type PostLinks, readPostedAt, readPostLinks } from '@app/contracts/rules/posts.ts'
import type { TasksDeps } from '../deps.ts'
import type { TaskChange } from '../tasks/task.repository.ts'
import type { TaskRow } from '../tasks/task-row.ts'

/** When a task was posted, and where. Without a time, it is posted now. */
export interface RequestedPost {
  postedAt?: string | undefined
  postLinks?: PostLinks | undefined
}

/** When a task was posted, and where. */
export type Post = Pick<TaskRow, 'postLinks'> & { postedAt: string }

/** Returns the checked values. Throws 422 for a time in the future or before the creation, and for a link that is not allowed. */
export function postOf({ now }: TasksDeps, task: TaskRow, { postedAt, postLinks = {} }: RequestedPost): Post {
  const at = now()
  const aheadMs = at.getTime() - Date.now()
  const createdAt = new Date(Date.parse(task.createdAt) + aheadMs)
  const time = postedAt === undefined ? { postedAt: at.toISOString() } : readPostedAt(postedAt, { createdAt, now: at })
  if ('fault' in time) throw refusedField(time.fault.field, time.fault.message)
  const links = readPostLinks(postLinks, task)
  if ('fault' in links) throw refusedField(links.fault.field, links.fault.message)
  return { ...time, ...links }
}

/** Returns the columns of a task that say when it was posted, and where. */
export const postColumns = ({ timeZone }: TasksDeps, { postedAt, postLinks }: Post): TaskChange => ({
  posted_at: postedAt,
  posted_on: todayIn(timeZone, new Date(postedAt)),
  post_links: JSON.stringify(postLinks),
})
