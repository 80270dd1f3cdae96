import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addUserEvent } from '../accounts/user-event.ts'
import { lockSignedInUser, updateUser } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { adminNameOf } from './admin-name.ts'

/** Sets the name of an admin, which owners and emails show. An empty name resets it to the default. */
export function setMyName(
  { db }: Pick<IdentityDeps, 'db'>,
  { id, name }: { id: string; name: string },
  idempotency: IdempotentRequest,
): Promise<{ username: string }> {
  const username = adminNameOf(name)
  return inTransaction(db, async (trx) => {
    const admin = await lockSignedInUser(trx, id)
    if (admin.username !== username) await addUserEvent(trx, await updateUser(trx, id, { username }), 'admin-renamed')
    return idempotency.storeResponse(trx, { username })
  })
}
