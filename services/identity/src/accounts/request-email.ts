import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { EmailRequested } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { updateUser } from './users.repository.ts'

type Request = Pick<EventData<typeof EmailRequested>, 'topic' | 'about'>

/** Adds the event that requests an email about an account. `about` is the id of the request from which the link or code is derived. */
export async function requestEmail(trx: Transaction<Tables>, userId: string, { topic, about }: Request): Promise<void> {
  const { id, role, version } = await updateUser(trx, userId)
  await addEvent(trx, EmailRequested, { aggregateId: id, version, data: { topic, about, userId: id, role } })
}
