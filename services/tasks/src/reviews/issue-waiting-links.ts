import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { ReviewLinksIssued } from '@app/contracts/events/tasks.ts'
import { SEPARATE_EMAILS_MAX } from '@app/contracts/rules/reviews.ts'
import { sql, type Transaction } from 'kysely'
import { nextStepDay, turn } from '../board/days.ts'
import type { Tables } from '../db/tables.ts'
import type { ConsumerDeps } from '../deps.ts'
import { previewData } from '../previews/preview-content.ts'
import { previewFacts } from '../previews/preview-facts.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { type LockedTask, lockTask, lockTasks } from '../tasks/task.repository.ts'
import { issueLinks } from './issue-links.ts'

type IssuedPreview = EventData<typeof ReviewLinksIssued>['previews'][number]

/** Maximum number of previews that get links at once. A reminder cannot list more previews. */
const PREVIEWS_MAX = 200

/** Returns the tasks of an owner whose preview waits for a decision and never had a link for the owner, the most urgent first. */
async function waitingWithoutLink(trx: Transaction<Tables>, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select task.id from company join task on task.company_id = company.id
    where owner_id = ${ownerId} and status = 'Pending' and ${turn} = 'owner' and preview_number is not null and not exists (
      select from review_link
      where review_link.task_id = task.id and review_link.preview_number = task.preview_number and recipient_kind = 'owner')
    order by ${nextStepDay}, task_id limit ${PREVIEWS_MAX}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Locks the tasks that `issueWaitingLinks` will change. Locks of tasks come before the lock of `owner_address` (README). */
export async function lockWaitingWithoutLink(trx: Transaction<Tables>, ownerId: string): Promise<void> {
  await lockTasks(trx, await waitingWithoutLink(trx, ownerId))
}

/**
 * Creates the missing links to an owner's waiting previews, and publishes them in one event. Does nothing if no link is missing, so that
 * repeated events about the owner have no effect. The caller must have called `lockWaitingWithoutLink`, and must hold the lock of the
 * owner's address: a delivery at the same time either has created the link itself, or is found here.
 */
export async function issueWaitingLinks(trx: Transaction<Tables>, deps: ConsumerDeps, ownerId: string): Promise<void> {
  const ids = await waitingWithoutLink(trx, ownerId)
  const issued: { task: LockedTask; links: Awaited<ReturnType<typeof issueLinks>> }[] = []
  for (const id of ids) {
    const task = await lockTask(trx, id, ownerId)
    if (!task || task.previewNo === null) continue
    const links = await issueLinks(trx, deps, task, task.previewNo)
    if (links.reviewLinks) issued.push({ task, links })
  }
  const [first] = issued
  if (!first) return
  const hasContent = issued.length <= SEPARATE_EMAILS_MAX
  const previews: IssuedPreview[] = []
  for (const { task, links } of issued) {
    const data = hasContent
      ? await previewData(trx, task, deps.store.publicUrl, links)
      : { ...eventPayload(task, deps.store.publicUrl), ...(await previewFacts(trx, task)), ...links }
    previews.push({ ...data, version: task.version, ...(await deliveryOf(trx, task)) })
  }
  const companyProfileId = first.task.companyProfileId
  await addEvent(trx, ReviewLinksIssued, { aggregateId: companyProfileId, version: 1, data: { ownerId, companyProfileId, previews } })
}

type Delivery = Pick<IssuedPreview, 'previewId' | 'deliveredAt'>

async function deliveryOf(trx: Transaction<Tables>, { _id, taskId, previewNo }: LockedTask): Promise<Delivery> {
  const { rows } = await sql<Delivery>`
    select id as "previewId", delivered_at as "deliveredAt" from preview where task_id = ${_id} and number = ${previewNo}`.execute(trx)
  const [delivery] = rows
  if (!delivery) throw new Error(`task ${taskId} has no preview ${previewNo}`)
  return delivery
}
