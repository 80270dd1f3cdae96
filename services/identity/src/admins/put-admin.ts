import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { ADMIN_NAME_DEFAULT } from '@app/contracts/rules/admin-names.ts'
import { v7 as uuidv7 } from 'uuid'
import { changePassword } from '../accounts/change-password.ts'
import { addUserEvent } from '../accounts/user-event.ts'
import { insertUser, lockUser, userByEmail } from '../accounts/users.repository.ts'
import type { IdentityConfig } from '../config.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressKey } from '../limits/hashed-keys.ts'
import { wasRemoved } from './admins.repository.ts'

type PutAdminDeps = Pick<IdentityDeps, 'db' | 'passwords' | 'now'>

interface Admin {
  email: string
  password: string
  /** Where both come from. The configuration is applied at every start, and must not undo a later password change or removal. */
  by: 'configuration' | 'operator'
}

type Outcome = 'created' | 'password changed' | 'unchanged' | "an owner's address" | 'was removed'

/** Creates an admin, or sets the password of an existing one. The configuration does not create a removed admin again. */
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
      username: ADMIN_NAME_DEFAULT,
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

/** Creates the admin of `ADMIN_EMAIL`. If that is not possible, logs the reason, and the service starts without the admin. */
export async function putFirstAdmin(
  deps: PutAdminDeps & Pick<IdentityDeps, 'log'>,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: IdentityConfig,
): Promise<void> {
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return
  const outcome = await putAdmin(deps, { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, by: 'configuration' })
  if (outcome === "an owner's address")
    deps.log.error('ADMIN_EMAIL belongs to a business owner, so no admin was added. Choose another email address')
  else if (outcome === 'was removed')
    deps.log.warn('the admin of ADMIN_EMAIL was removed and is not added again. To restore it, run add-admin.ts with --operator')
  else deps.log.info(`first admin: ${outcome}`)
}
