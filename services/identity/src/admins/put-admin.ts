import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { v7 as uuidv7 } from 'uuid'
import { changePassword } from '../accounts/change-password.ts'
import { addUserEvent } from '../accounts/user-event.ts'
import { insertUser, lockUser, userByEmail } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressKey } from '../limits/address-key.ts'
import { wasRemoved } from './admins.repository.ts'

type PutAdminDeps = Pick<IdentityDeps, 'db' | 'passwords' | 'now'>

interface Admin {
  email: string
  password: string
  /**
   * The source of `email` and `password`. The configuration is applied at every start of the service. It must not undo a later password
   * change or removal of the admin.
   */
  by: 'configuration' | 'operator'
}

type Outcome = 'created' | 'password changed' | 'unchanged' | "an owner's address" | 'was removed'

const USERNAME = 'Admin'

/**
 * Creates an admin, or sets the password of an existing one. If the admin comes from the configuration and was removed earlier, the admin
 * is not created again.
 */
export async function putAdmin({ db, passwords, now }: PutAdminDeps, { email, password, by }: Admin): Promise<Outcome> {
  const known = await userByEmail(db, email)
  if (known?.role === 'owner') return "an owner's address"
  if (!known && by === 'configuration' && (await wasRemoved(db, addressKey(email)))) return 'was removed'
  const putBefore = by === 'configuration' ? known?.configured_hash : known?.password_hash
  if (putBefore && (await passwords.verify(putBefore, password))) return 'unchanged'

  const hash = await passwords.hash(password)
  const hashes = { password_hash: hash, ...(by === 'configuration' && { configured_hash: hash }) }
  return inTransaction(db, async (trx) => {
    if (known) {
      const locked = await lockUser(trx, known.id)
      // Another replica with the same configuration may have changed the user since the first read.
      if (locked?.version !== known.version) return 'unchanged'
      await changePassword(trx, { user: locked, hashes, now: now() })
      return 'password changed'
    }
    const admin = await insertUser(trx, {
      id: uuidv7(),
      email,
      username: USERNAME,
      ...hashes,
      role: 'admin',
      // The admin of the configuration is the first operator. Other admins become operators later.
      is_operator: by === 'configuration',
      created_at: now().toISOString(),
    })
    if (!admin) return 'unchanged'
    await addUserEvent(trx, admin, 'admin-added')
    return 'created'
  })
}
