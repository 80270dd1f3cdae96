import type { WaitingPreview, WaitingRecipient } from '@app/contracts/http/waiting.ts'
import { sql } from 'kysely'
import { deciderLinks } from './decider-links.ts'

/** The facts about a waiting preview that are not on the card of its task. */
export type WaitingRow = Pick<
  WaitingPreview,
  'taskId' | 'remindedAt' | 'remindersSent' | 'waitingSince' | 'reviewLinks' | 'isOwnerConfirmed' | 'phone'
> & {
  /** The email address of the owner. Null until the event about the address has arrived. */
  ownerEmail: string | null
}

/** Selects facts about the current previews of tasks. */
export const waitingRows = (taskIds: readonly number[]) =>
  sql<WaitingRow>`
    select task.task_id as "taskId", reminded_at as "remindedAt", reminders_sent as "remindersSent", delivered_at as "waitingSince",
      coalesce(review_links, true) as "reviewLinks", coalesce(is_confirmed, false) as "isOwnerConfirmed",
      coalesce(profile ->> 'phone', '') as phone, owner_address.email as "ownerEmail"
    from task join company on company.id = task.company_id
      left join preview on preview.task_id = task.id and preview.number = task.preview_number
      left join company_setting on company_setting.company_id = company.id
      left join owner_address on owner_address.owner_id = company.owner_id
    where task.task_id = any (${taskIds}::bigint[])`

/** A recipient of the links to the current preview of a task. */
export type LinkedRecipient = Omit<WaitingRecipient, 'address' | 'hasLink'> & { taskId: number; email: string }

/**
 * Selects the recipients of the links to the current previews of tasks: the owner first, then the colleagues who may decide, by address.
 * Several links of a recipient are one row.
 */
export const linkedRecipients = (taskIds: readonly number[]) =>
  sql<LinkedRecipient>`
    select task.task_id as "taskId", recipient_kind as kind, name, email, max(sent_at) as "sentAt", max(bounced_at) as "bouncedAt",
      min(first_opened_at) as "openedAt", max(snoozed_until) as "snoozedUntil"
    from task join ${deciderLinks} as link on link.task_id = task.id and link.preview_number = task.preview_number
    where task.task_id = any (${taskIds}::bigint[])
    group by task.task_id, recipient_id, recipient_kind, name, email
    order by recipient_kind = 'owner' desc, email`
