import { REVIEW_LINK_DAYS } from '@app/contracts/rules/reviews.ts'
import type { Transaction } from 'kysely'
import { findRecipients } from '../colleagues/colleague.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { insertColleaguesLink, insertOwnersLink, type NewLink, type ReviewLink } from './review-link.repository.ts'

type Recipient = Pick<ReviewLink, 'recipientKind' | 'recipientId' | 'email'>

const DAY_MS = 86_400_000

export const expiryAfter = (time: number): Date => new Date(time + REVIEW_LINK_DAYS * DAY_MS)

const newLinkOf = ({ now }: { now: () => Date }, task: LockedTask, previewNo: number) => ({
  taskId: task._id,
  ownerId: task.ownerId,
  companyId: task.companyProfileId,
  previewNo,
  expiresAt: expiryAfter(now().getTime()),
})

/**
 * Creates the links to a preview of a task: for the owner, and for each active colleague. Without a link for the owner, there are no other
 * links. The caller must call this function before it changes the task: `owner_address` must be locked before `task_counts` (see Locks in
 * the README).
 */
export async function issueLinks(
  trx: Transaction<Tables>,
  deps: { now: () => Date },
  task: LockedTask,
  previewNo: number,
): Promise<NewLink[]> {
  const link = newLinkOf(deps, task, previewNo)
  const owners = await insertOwnersLink(trx, link)
  if (!owners) return []
  const links = [owners]
  for (const colleague of await findRecipients(trx, task.companyProfileId)) links.push(await insertColleaguesLink(trx, link, colleague))
  return links
}

/** Creates a further link to the current preview for the owner. Undefined if the owner gets no review links. */
export const issueOwnersLink = (
  trx: Transaction<Tables>,
  deps: { now: () => Date },
  task: LockedTask,
  previewNo: number,
): Promise<NewLink | undefined> => insertOwnersLink(trx, newLinkOf(deps, task, previewNo))

/** Creates a further link to the current preview for one recipient. Undefined if the owner gets no review links. */
export function issueLinkAgain(
  trx: Transaction<Tables>,
  deps: { now: () => Date },
  task: LockedTask,
  previewNo: number,
  { recipientKind, recipientId: id, email }: Recipient,
): Promise<NewLink | undefined> {
  const link = newLinkOf(deps, task, previewNo)
  return recipientKind === 'owner' ? insertOwnersLink(trx, link) : insertColleaguesLink(trx, link, { id, email })
}
