import { ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Colleague, inviteColleague as contract } from '@app/contracts/http/colleagues.ts'
import {
  COLLEAGUE_NAME_INVALID,
  COLLEAGUES_MAX,
  INVITATION_DAYS,
  INVITATIONS_PER_DAY,
  isColleagueName,
  LEFT_MAX,
} from '@app/contracts/rules/colleagues.ts'
import { EMAIL_INVALID, isEmail, normalizeEmail } from '@app/contracts/rules/email.ts'
import { mailboxOf } from '@app/contracts/rules/mailbox.ts'
import { sql, type Transaction } from 'kysely'
import type * as Type from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { lockOwnerAddressExclusive } from '../reviews/owner-address.repository.ts'
import { findReviewCompany } from '../reviews/review-company.repository.ts'
import { type ColleagueRow, countInvitations, findByAddress, saveInvited, toColleague } from './colleague.repository.ts'
import { publishChange } from './publish-change.ts'

type Invitation = Type.Static<typeof contract.schema.body>

const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1_000
/** Limit of the invitations that a mailbox gets from all companies together. */
const LIMIT_OF_MAILBOX = { count: 3, seconds: DAY_SECONDS }

const conflict = (code: string, message: string): AppError => new AppError(code, 'conflict', message)

const tooManyInvitations = (message: string, retryAfter: number): AppError =>
  new AppError('too-many-invitations', 'too-many', message, { retryAfter: Math.max(1, retryAfter) })

/** Whether an admin has delivered a preview to the company. Without this check, strangers could send emails with any name. */
async function hasPreview(trx: Transaction<Tables>, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from task where company_id = ${companyId} and preview_number is not null limit 1`.execute(trx)
  return rows.length > 0
}

/** Throws 409 if the company cannot invite colleagues yet. */
async function requireReady(trx: Transaction<Tables>, companyId: string): Promise<void> {
  const { isOwnerConfirmed, reviewLinks } = await findReviewCompany(trx, companyId)
  if (!isOwnerConfirmed)
    throw conflict('address-unconfirmed', 'Please confirm your own email address first. Then you can invite colleagues.')
  if (!reviewLinks)
    throw conflict('review-links-off', 'Please turn on review links first, under Advanced. Colleagues decide with these links.')
  if (!(await hasPreview(trx, companyId)))
    throw conflict('no-preview-yet', 'You can invite colleagues after we have delivered your first preview.')
}

/** Throws 409 if the person in this row cannot be invited again. A person who left can only ask to come back, with the link in our emails. */
function requireInvitable({ state, name, invitedAt, hasLeft }: ColleagueRow): void {
  if (state === 'invited' || state === 'active') throw conflict('already-colleague', `${name} is already in your list.`)
  if (hasLeft)
    throw conflict(
      'colleague-left',
      'This person no longer wants emails about your company. They can ask to come back with the link in our emails, and you decide.',
    )
  if (Date.now() - Date.parse(invitedAt) < INVITATION_DAYS * DAY_MS)
    throw conflict(
      'invited-recently',
      `This person was invited in the last ${INVITATION_DAYS} days. Please wait before you invite them again.`,
    )
}

/** Throws 422 for the sixth colleague, 409 if the list has too many people who left, and 429 after too many invitations. Concurrent invitations wait for the owner's lock. */
async function requireWithinLimits(trx: Transaction<Tables>, deps: TasksDeps, companyId: string, email: string): Promise<void> {
  const { current, left, ofDay, waitSeconds } = await countInvitations(trx, companyId)
  if (current >= COLLEAGUES_MAX)
    throw new AppError('too-many-colleagues', 'refused', `You can have ${COLLEAGUES_MAX} colleagues. Please remove a colleague first.`)
  if (left >= LEFT_MAX) throw conflict('too-many-left', 'Please remove people who left from your list first.')
  if (ofDay >= INVITATIONS_PER_DAY)
    throw tooManyInvitations(
      `You can send ${INVITATIONS_PER_DAY} invitations a day. Please try again tomorrow.`,
      waitSeconds ?? DAY_SECONDS,
    )
  const now = new Date()
  await consumeLimit(trx, { key: `invitation-to:${mailboxOf(email)}`, limit: LIMIT_OF_MAILBOX, now })
  await consumeLimit(trx, { key: 'invitations', limit: { count: deps.invitationsPerDay, seconds: DAY_SECONDS }, now })
}

/** Returns the invitation with trimmed values. Throws 422 for an invalid name or email address. */
function requireValid({ name, email, may }: Invitation): Invitation {
  const given = { name: name.trim().replaceAll(/\s+/g, ' '), email: email.trim().normalize('NFC'), may }
  if (!isColleagueName(given.name)) throw refusedField('name', COLLEAGUE_NAME_INVALID)
  if (!isEmail(given.email)) throw refusedField('email', EMAIL_INVALID)
  return given
}

/** Invites a colleague of the owner's company by email. The colleague gets no other emails before accepting the invitation. */
export async function inviteColleague(
  deps: TasksDeps,
  owner: Reader,
  companyId: string,
  invitation: Invitation,
  idempotency: IdempotentRequest,
): Promise<Colleague> {
  const { name, email, may } = requireValid(invitation)
  const company = await ownCompany(deps, owner, companyId)
  return inTransaction(deps.db, async (trx) => {
    await lockOwnerAddressExclusive(trx, owner.id)
    await requireReady(trx, company.id)
    const own = await trx.selectFrom('owner_address').select('email').where('owner_id', '=', owner.id).executeTakeFirst()
    if (own && normalizeEmail(own.email) === normalizeEmail(email)) throw refusedField('email', 'This is your own email address.')
    const known = await findByAddress(trx, company.id, email)
    if (known) requireInvitable(known)
    await requireWithinLimits(trx, deps, company.id, email)
    const colleague = await saveInvited(trx, { id: known?.id ?? uuidv7(), companyId: company.id, email, name, may })
    await publishChange(trx, colleague, company, 'invited')
    return idempotency.storeResponse(trx, toColleague(colleague))
  })
}
