import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { subscriptions } from '../../src/consumers.ts'
import type { Person, Service } from '../setup.ts'

/** Delivers identity's event that an owner confirmed the email address. */
export async function confirmOwner({ db, deps }: Service, { id: userId }: Pick<Person, 'id'>): Promise<void> {
  const data = { change: 'verified', userId, email: 'olive@harborpine.example', username: 'Olive', role: 'owner', emailVerified: true }
  const subscription = subscriptions(deps.now).find(({ event }) => event.type === UserChanged.type)
  await inTransaction(db, async (trx) => subscription?.handle(trx, { id: crypto.randomUUID(), aggregateversion: 2, data } as never))
}
