import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { ADMIN_NAME_DEFAULT } from '@app/contracts/rules/admin-names.ts'
import { usernameFault } from '@app/contracts/rules/username.ts'
import { addUserEvent } from '../accounts/user-event.ts'
import { lockSignedInUser, updateUser } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'

/** Sets the name of an admin, which owners and emails show. An empty name resets it to the default. */
export function setMyName(
  { db }: Pick<IdentityDeps, 'db'>,
  { id, name }: { id: string; name: string },
  idempotency: IdempotentRequest,
): Promise<{ username: string }> {
  const username = name.trim() || ADMIN_NAME_DEFAULT
  const fault = usernameFault(username)
  if (fault) throw refusedField('name', fault)
  return inTransaction(db, async (trx) => {
    const admin = await lockSignedInUser(trx, id)
    if (admin.username !== username) await addUserEvent(trx, await updateUser(trx, id, { username }), 'admin-renamed')
    return idempotency.storeResponse(trx, { username })
  })
}
