import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { UserChanged } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { saveAdmin } from './admins.repository.ts'
import { lockManagedBy, setManager } from './managers.repository.ts'

/** Saves the name of an admin. A removed admin stays the author of notes, but is no account manager any more. */
export async function followAdmin(trx: Transaction<Tables>, { data, aggregateversion }: ReceivedEvent<typeof UserChanged>): Promise<void> {
  if (data.role !== 'admin') return
  const isRemoved = data.change === 'admin-removed'
  await saveAdmin(trx, { id: data.userId, name: data.username, isRemoved }, aggregateversion)
  if (isRemoved) await setManager(trx, await lockManagedBy(trx, data.userId), null)
}
