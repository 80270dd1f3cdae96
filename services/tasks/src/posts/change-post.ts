import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PostChanged } from '@app/contracts/events/tasks.ts'
import type { changePost as contract } from '@app/contracts/http/post-links.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { type PostLinks, postParts } from '@app/contracts/rules/posts.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { changeTask, type LockedTask } from '../tasks/task.repository.ts'
import { toTask } from '../tasks/task-row.ts'
import { conflict, requireVersion, withLockedTask } from '../tasks/with-locked-task.ts'
import { type Post, postColumns, postOf } from './post-values.ts'

type Change = Type.Static<typeof contract.schema.body>

const NOT_POSTED = 'Only a task that was posted has links to its post.'

const isSameTime = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && Date.parse(one) === Date.parse(other)
const areSameLinks = (one: PostLinks, other: PostLinks): boolean => platforms.every((name) => one[name] === other[name])

async function storePost(trx: Transaction<Tables>, deps: TasksDeps, task: LockedTask, post: Post): Promise<LockedTask> {
  const hasChanged = { postedAt: !isSameTime(post.postedAt, task.postedAt), postLinks: !areSameLinks(post.postLinks, task.postLinks) }
  const changed = postParts.filter((part) => hasChanged[part])
  if (changed.length === 0) return task
  const row = await changeTask(trx, task, postColumns(deps, post))
  await addEvent(trx, PostChanged, { aggregateId: task._id, version: row.version, data: { ...eventPayload(row), changed } })
  return row
}

/** Changes when a posted task was posted, and the addresses of the post. If nothing changes, there is no event. */
export const changePost = (
  deps: TasksDeps,
  admin: Caller,
  { ref, version }: { ref: string; version: number },
  { postedAt, postLinks }: Change,
  idempotency: IdempotentRequest,
): Promise<Task> =>
  withLockedTask(deps, admin, ref, async (trx, task) => {
    if (task.currentStatus !== 'Posted') throw conflict(deps, task, 'task-status', NOT_POSTED)
    requireVersion(deps, task, version)
    const post = postOf(deps, task, { postedAt, postLinks })
    const kept = postedAt === undefined && task.postedAt !== null ? { ...post, postedAt: task.postedAt } : post
    return idempotency.storeResponse(trx, toTask(await storePost(trx, deps, task, kept), deps.store.publicUrl))
  })
