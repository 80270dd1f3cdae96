import type { AdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { ADMIN_INVITATION_LIFE_HOURS, OPEN_ADMIN_INVITATIONS_MAX } from '@app/contracts/rules/admin-invitations.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'

const HOUR_MS = 3_600_000

/** Takes a lock, so that transactions that invite admins run one after another. It is released at the end of the transaction. */
export async function lockInvitations(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('admin-invitations'))`.execute(trx)
}

const openInvitations = (db: Kysely<Tables>, now: Date) => db.selectFrom('admin_invitations').where('expires_at', '>', now.toISOString())

/** Whether as many invitations of other addresses are open as are allowed. */
export async function areInvitationsUsedUp(trx: Transaction<Tables>, email: string, now: Date): Promise<boolean> {
  const others = await openInvitations(trx, now)
    .select('id')
    .where('email_key', '<>', normalizeEmail(email))
    .limit(OPEN_ADMIN_INVITATIONS_MAX)
    .execute()
  return others.length === OPEN_ADMIN_INVITATIONS_MAX
}

interface NewInvitation {
  email: string
  invitedBy: string
}

const withInviter = (db: Kysely<Tables>, now: Date) =>
  openInvitations(db, now)
    .innerJoin('users', 'users.id', 'invited_by')
    .select(['admin_invitations.id', 'admin_invitations.email', 'admin_invitations.created_at', 'expires_at'])
    .select(['invited_by', 'users.email as inviter'])

const toInvitation = (row: Awaited<ReturnType<ReturnType<typeof withInviter>['executeTakeFirstOrThrow']>>): AdminInvitation => ({
  _id: row.id,
  email: row.email,
  invitedBy: { _id: row.invited_by, email: row.inviter },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

/** Adds an invitation, which replaces an earlier one of the same address. The token of the link is derived from its id. */
export async function putInvitation(trx: Transaction<Tables>, { email, invitedBy }: NewInvitation, now: Date): Promise<AdminInvitation> {
  const invitation = {
    id: uuidv7(),
    email,
    invited_by: invitedBy,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + ADMIN_INVITATION_LIFE_HOURS * HOUR_MS).toISOString(),
  }
  await trx
    .insertInto('admin_invitations')
    .values({ ...invitation, email_key: normalizeEmail(email) })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(invitation))
    .execute()
  return toInvitation(await withInviter(trx, now).where('admin_invitations.id', '=', invitation.id).executeTakeFirstOrThrow())
}

/** Returns all open invitations, oldest first. */
export async function allInvitations(db: Kysely<Tables>, now: Date): Promise<AdminInvitation[]> {
  const rows = await withInviter(db, now).orderBy('admin_invitations.id').limit(OPEN_ADMIN_INVITATIONS_MAX).execute()
  return rows.map(toInvitation)
}

/** Returns an open invitation. Undefined if it was accepted, replaced or revoked, or has expired. */
export const findInvitation = (db: Kysely<Tables>, id: string, now: Date) =>
  openInvitations(db, now).select(['email', 'expires_at']).where('id', '=', id).executeTakeFirst()

/** Deletes an open invitation and returns it. Of several transactions that take it at the same time, only one gets it. */
export const takeInvitation = (trx: Transaction<Tables>, id: string, now: Date) =>
  trx
    .deleteFrom('admin_invitations')
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .returning(['id', 'email'])
    .executeTakeFirst()

/** Revokes the invitations of a person who is no longer an operator. */
export async function revokeInvitationsBy(trx: Transaction<Tables>, operatorId: string): Promise<void> {
  await trx.deleteFrom('admin_invitations').where('invited_by', '=', operatorId).execute()
}

export async function deleteExpiredInvitations(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('admin_invitations').where('expires_at', '<', now.toISOString()).execute()
}
