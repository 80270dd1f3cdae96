import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { CompanyErasure } from '@app/chassis/erasure/erase-company.ts'
import type { ErasePerson } from '@app/chassis/erasure/erase-person.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { endTokens } from '../tokens/end-tokens.ts'
import { lockUser, updateUser, userByEmail, userById } from './users.repository.ts'

type AccountDeps = Pick<IdentityDeps, 'passwords' | 'now'>

/** Signs the owner out, and removes the address, name and password. Returns the number of changed accounts. */
async function removeOwner(db: Kysely<Tables>, { passwords, now }: AccountDeps, ownerId: string): Promise<number> {
  if ((await userById(db, ownerId))?.role !== 'owner') return 0
  const password_hash = await passwords.hash(crypto.randomUUID())
  return inTransaction(db, async (trx) => {
    const owner = await lockUser(trx, ownerId)
    if (!owner) return 0
    await endTokens(trx, owner, now())
    const placeholder = `removed:${ownerId}`
    const change = { email: placeholder, email_key: placeholder, username: '', password_hash, removed_at: now().toISOString() }
    await updateUser(trx, ownerId, change)
    return 1
  })
}

/**
 * Erases the account of a company's owner. The row without personal data stays until the last round, so that the list of revoked tokens
 * contains the owner while tokens of the owner could still be valid.
 */
export const companyErasure = (deps: AccountDeps): CompanyErasure<Tables> => ({
  async eraseRows({ db, deleteRows, count }, { ownerId, isLast }) {
    await deleteRows('reset_requests', sql`email_key = (select email_key from users where id = ${ownerId} and role = 'owner')`)
    count('users', await removeOwner(db, deps, ownerId))
    for (const table of ['reset_codes', 'email_verifications', 'email_changes', 'email_reverts', 'second_factors'])
      await deleteRows(table, sql`user_id = ${ownerId}`)
    if (!isLast) return
    await deleteRows('ended_sessions', sql`user_id = ${ownerId}`)
    await deleteRows('users', sql`id = ${ownerId} and role = 'owner'`)
  },
})

/** Erases requests and invitations with an email address. Throws 409 if the address belongs to an account. */
export const erasePerson: ErasePerson<Tables> = async ({ db, deleteRows }, email) => {
  if (await userByEmail(db, email))
    throw new AppError(
      'person-has-account',
      'conflict',
      'This address belongs to an account. The owner can erase the company; an operator can remove an admin.',
    )
  await deleteRows('reset_requests', sql`email_key = ${email}`)
  await deleteRows('admin_invitations', sql`email_key = ${email}`)
  await deleteRows('email_changes', sql`lower(email) = ${email}`)
  await deleteRows('email_reverts', sql`email_key = ${email}`)
}
