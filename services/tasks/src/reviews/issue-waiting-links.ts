import { SEPARATE_EMAILS_MAX } from '@app/contracts/rules/reviews.ts'
import { sql, type Transaction } from 'kysely'
import { nextStepDay, turn } from '../board/days.ts'
import type { Tables } from '../db/tables.ts'
import type { ConsumerDeps } from '../deps.ts'
import { remindNow } from '../reminders/add-reminder.ts'
import { type LockedTask, lockTask, lockTasks } from '../tasks/task.repository.ts'
import { issueLinks, issueOwnersLink } from './issue-links.ts'
import { publishLinks } from './publish-links.ts'
import { findReviewCompany } from './review-company.repository.ts'
import { hasOwnersLink, type NewLink } from './review-link.repository.ts'

/** Maximum number of previews that get links at once. A reminder cannot list more previews. */
const PREVIEWS_MAX = 200

/**
 * Returns the tasks of an owner whose preview waits for a decision and never had a link for the owner at this address, the most urgent
 * first. Default: the stored address.
 */
async function waitingWithoutLink(trx: Transaction<Tables>, ownerId: string, email: string | null = null): Promise<string[]> {
  const address = sql`coalesce(${email}, (select email from owner_address where owner_id = ${ownerId}))`
  const { rows } = await sql<{ id: string }>`
    select task.id from company join task on task.company_id = company.id
    where owner_id = ${ownerId} and status = 'Pending' and ${turn} = 'owner' and preview_number is not null and not exists (
      select from review_link
      where review_link.task_id = task.id and review_link.preview_number = task.preview_number and recipient_kind = 'owner'
        and lower(review_link.email) = lower(${address}))
    order by ${nextStepDay}, task_id limit ${PREVIEWS_MAX}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Returns the pending tasks of an owner whose email bounced. */
async function bouncedTasks(trx: Transaction<Tables>, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select task.id from company join task on task.company_id = company.id
    where owner_id = ${ownerId} and status = 'Pending' and email_bounced`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Locks the tasks that `issueWaitingLinks` and `clearBounces` will change if the owner has this address. Default: the stored address. Locks
 * of tasks come before the lock of `owner_address` (README).
 */
export async function lockTasksOfAddress(trx: Transaction<Tables>, ownerId: string, email?: string): Promise<void> {
  await lockTasks(trx, [...(await waitingWithoutLink(trx, ownerId, email)), ...(await bouncedTasks(trx, ownerId))])
}

/** Clears the marks of bounced emails, because the owner has another address now. The caller must have called `lockTasksOfAddress`. */
export async function clearBounces(trx: Transaction<Tables>, ownerId: string): Promise<void> {
  const ids = await bouncedTasks(trx, ownerId)
  await sql`update task set email_bounced = false where id = any(${ids}::uuid[])`.execute(trx)
}

/** The new links to the current preview of a task. */
interface IssuedLinks {
  task: LockedTask
  previewNo: number
  links: readonly NewLink[]
}

/** Creates the links to a preview. If it had a link to a former address of the owner, the colleagues have theirs already. */
async function issueLinksFor(trx: Transaction<Tables>, deps: ConsumerDeps, task: LockedTask, previewNo: number): Promise<NewLink[]> {
  if (!(await hasOwnersLink(trx, task._id, previewNo))) return issueLinks(trx, deps, task, previewNo)
  const link = await issueOwnersLink(trx, deps, task, previewNo)
  return link ? [link] : []
}

/** Creates the missing links to an owner's waiting previews. Returns them by task, the most urgent first. */
async function issueMissingLinks(trx: Transaction<Tables>, deps: ConsumerDeps, ownerId: string): Promise<IssuedLinks[]> {
  const issued: IssuedLinks[] = []
  for (const id of await waitingWithoutLink(trx, ownerId)) {
    const task = await lockTask(trx, id, ownerId)
    if (!task || task.previewNo === null) continue
    const links = await issueLinksFor(trx, deps, task, task.previewNo)
    if (links.length > 0) issued.push({ task, previewNo: task.previewNo, links })
  }
  return issued
}

/**
 * Creates the missing links to an owner's waiting previews, and publishes them. If many links were missing, adds one reminder that lists
 * all waiting previews instead. Does nothing if no link is missing, so that repeated events about the owner have no effect. The caller must
 * have called `lockTasksOfAddress`, and must hold the lock of the owner's address: a delivery at the same time either has created the
 * link itself, or is found here.
 */
export async function issueWaitingLinks(trx: Transaction<Tables>, deps: ConsumerDeps, ownerId: string): Promise<void> {
  const issued = await issueMissingLinks(trx, deps, ownerId)
  const [first] = issued
  if (!first) return
  if (issued.length <= SEPARATE_EMAILS_MAX) {
    for (const { task, previewNo, links } of issued) await publishLinks(trx, task, previewNo, links)
    return
  }
  const { _id: firstTaskId, companyProfileId: companyId } = first.task
  const { timeZone } = await findReviewCompany(trx, companyId)
  await remindNow(trx, { companyId, ownerId, timeZone, now: deps.now(), firstTaskId })
}
