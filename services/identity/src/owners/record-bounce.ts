import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { RecipientUnreachable } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Stores when an email to the confirmed address of an owner bounced. A bounce from before the confirmation is about another address. */
export async function recordBounce(
  trx: Transaction<Tables>,
  { time, data: { ownerId } }: ReceivedEvent<typeof RecipientUnreachable>,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email_bounced_at: time })
    .where('id', '=', ownerId)
    .where('role', '=', 'owner')
    .where('email_verified_at', '<', time)
    .execute()
}
