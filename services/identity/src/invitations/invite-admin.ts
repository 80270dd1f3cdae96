import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import { AdminInvited } from '@app/contracts/events/identity.ts'
import type { AdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import type { Role } from '@app/contracts/http/session.ts'
import { OPEN_ADMIN_INVITATIONS_MAX } from '@app/contracts/rules/admin-invitations.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { userByEmail } from '../accounts/users.repository.ts'
import { lockAdmins } from '../admins/admins.repository.ts'
import { requireOperator } from '../admins/require-operator.ts'
import type { IdentityDeps } from '../deps.ts'
import { mailboxKey } from '../limits/hashed-keys.ts'
import { type OperatorProof, proveOperator } from '../second-factor/prove-operator.ts'
import { areInvitationsUsedUp, lockInvitations, putInvitation } from './invitations.repository.ts'

const PER_OPERATOR = { count: 30, seconds: 3_600 }
const PER_MAILBOX = { count: 5, seconds: 3_600 }

const takenBy: Readonly<Record<Role, string>> = {
  admin: 'There is already an admin with this email address.',
  owner: 'A business owner has an account with this email address. Please invite another address.',
}

const taken = (role: Role): AppError =>
  new AppError('email-taken', 'conflict', takenBy[role], { errors: [{ field: 'email', message: takenBy[role] }] })

const tooMany = (): AppError =>
  new AppError(
    'too-many-invitations',
    'conflict',
    `There are already ${OPEN_ADMIN_INVITATIONS_MAX} open invitations. Please revoke one, or wait until one has expired.`,
  )

interface Invitation {
  email: string
  by: string
  proof: OperatorProof
}

/**
 * Invites a person to become an admin, and requests the email with the link. An earlier invitation of this address ends. The operator proves
 * the identity, so that a stolen token cannot add admins.
 */
export async function inviteAdmin(
  deps: IdentityDeps,
  { by, proof, ...given }: Invitation,
  idempotency: IdempotentRequest,
): Promise<AdminInvitation> {
  const { db } = deps
  const email = given.email.normalize('NFC')
  if (!isEmail(email)) throw refusedField('email', EMAIL_INVALID)
  await proveOperator(deps, by, proof)
  return inTransaction(db, async (trx) => {
    const now = deps.now()
    requireOperator(await lockAdmins(trx, [by]), by)
    await consumeLimit(trx, { key: `admin-invitations:${by}`, limit: PER_OPERATOR, now })
    await consumeLimit(trx, { key: `admin-invitation:${mailboxKey(email)}`, limit: PER_MAILBOX, now })
    const known = await userByEmail(trx, email)
    if (known) throw taken(known.role)
    await lockInvitations(trx)
    if (await areInvitationsUsedUp(trx, email, now)) throw tooMany()
    const invitation = await putInvitation(trx, { email, invitedBy: by }, now)
    await addEvent(trx, AdminInvited, { aggregateId: invitation._id, version: 1, data: { invitationId: invitation._id } })
    await addAuditEntry(trx, { actor: by, act: 'invite-admin', subject: invitation._id, affected: 1 })
    return idempotency.storeResponse(trx, invitation)
  })
}
