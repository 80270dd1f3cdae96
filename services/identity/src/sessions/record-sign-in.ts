import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { UserSignedIn } from '@app/contracts/events/identity.ts'
import { type User, updateLastSignIn } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'

const HOUR_MS = 3_600_000

/**
 * Stores and publishes the time of a sign-in, unless a sign-in of the last hour is stored. So the last sign-in may be up to an hour later
 * than the stored time.
 */
export async function recordSignIn({ db }: Pick<IdentityDeps, 'db'>, { id }: Pick<User, 'id'>, at: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const signedInAt = at.toISOString()
    const version = await updateLastSignIn(trx, { id, signedInAt, unlessAfter: new Date(at.getTime() - HOUR_MS).toISOString() })
    if (version !== undefined) await addEvent(trx, UserSignedIn, { aggregateId: id, version, data: { userId: id, signedInAt } })
  })
}
