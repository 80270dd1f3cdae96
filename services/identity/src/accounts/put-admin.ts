import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { AdminAdded, PasswordChanged } from '@app/contracts/events/identity.ts'
import { v7 as uuidv7 } from 'uuid'
import type { IdentityDeps } from '../deps.ts'
import { secondsOf } from '../tokens/token-life.ts'
import { insertUser, lockUser, touchUser, userByEmail } from './users.repository.ts'

export type PutAdmin = Pick<IdentityDeps, 'db' | 'passwords' | 'now'>

const USERNAME = 'Admin'

/**
 * Makes sure that there is an admin of this address, and that its password is this one unless it was changed since
 * the same password was last put here. Rejects when the address belongs to a business owner.
 */
export async function putAdmin(
  { db, passwords, now }: PutAdmin,
  { email, password }: { email: string; password: string },
): Promise<'created' | 'password changed' | 'unchanged'> {
  const known = await userByEmail(db, email)
  if (known?.role === 'owner') throw new Error('The address of the admin belongs to a business owner: choose another one')
  if (known?.configured_hash && (await passwords.verify(known.configured_hash, password))) return 'unchanged'

  const hash = await passwords.hash(password)
  return db.transaction().execute(async (trx) => {
    if (!known) {
      const secrets = { password_hash: hash, configured_hash: hash }
      const admin = await insertUser(trx, {
        id: uuidv7(),
        email,
        username: USERNAME,
        ...secrets,
        role: 'admin',
        created_at: now().toISOString(),
      })
      // Another replica that starts at this moment was first, with the same configuration.
      if (!admin) return 'unchanged'
      const data = { userId: admin.id, email, username: USERNAME }
      await addEvent(trx, AdminAdded, { aggregateId: admin.id, version: admin.version, data })
      return 'created'
    }
    await lockUser(trx, known.id)
    const tokensInvalidBefore = secondsOf(now()) + 1
    const admin = await touchUser(trx, known.id, {
      password_hash: hash,
      configured_hash: hash,
      tokens_invalid_before: tokensInvalidBefore,
    })
    const data = { userId: admin.id, email: admin.email, username: admin.username, tokensInvalidBefore }
    await addEvent(trx, PasswordChanged, { aggregateId: admin.id, version: admin.version, data })
    return 'password changed'
  })
}
