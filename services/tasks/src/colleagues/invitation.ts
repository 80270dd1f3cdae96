import { findCompany } from '@app/chassis/companies/company-projection.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/errors.ts'
import type { acceptInvitation as contract, Invitation } from '@app/contracts/http/colleagues.ts'
import { COLLEAGUES_MAX, inviterName } from '@app/contracts/rules/colleagues.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { signsOf } from '../decisions/signs.ts'
import type { TasksDeps } from '../deps.ts'
import { revokeLinks } from '../reviews/review-link.repository.ts'
import { type ColleagueRow, countInvitations, findColleague, setState } from './colleague.repository.ts'
import { type LockedColleague, lockColleague } from './lock-colleague.ts'
import { publishChange } from './publish-change.ts'

type Acceptance = Type.Static<typeof contract.schema.body>

const invitationNotFound = (): AppError => new AppError('invitation-not-found', 'not-found', 'This link is not valid.')

/** Returns the id in the token of an invitation. Throws 404 if the token is invalid. */
function colleagueIdIn({ reviewKeys }: TasksDeps, token: string): string {
  const id = reviewKeys.colleagueIdOf(token)
  if (!id) throw invitationNotFound()
  return id
}

const toInvitation = ({ state, isExpired, may, email }: ColleagueRow, companyName: string): Invitation => ({
  state: isExpired ? 'expired' : state,
  may,
  sentTo: maskEmail(email),
  companyName: inviterName(companyName) ?? null,
})

export async function getInvitation(deps: TasksDeps, token: string): Promise<Invitation> {
  const colleague = await findColleague(deps.db, colleagueIdIn(deps, token))
  const company = colleague && (await findCompany(deps.db, colleague.companyId))
  if (!company) throw invitationNotFound()
  return toInvitation(colleague, company.name)
}

/** Runs a change of the colleague who got an invitation. */
const withInvited = <T>(
  deps: TasksDeps,
  token: string,
  change: (trx: Transaction<Tables>, locked: LockedColleague) => Promise<T>,
): Promise<T> => {
  const id = colleagueIdIn(deps, token)
  return inTransaction(
    deps.db,
    async (trx) => {
      const locked = await lockColleague(trx, id)
      if (!locked) throw invitationNotFound()
      return change(trx, locked)
    },
    { row: `invitation ${id}` },
  )
}

/**
 * Accepts an invitation. A colleague who left can come back in the same way. A program such as a mail scanner cannot accept: if the request
 * has signs of a machine, it fails with 403.
 */
export function acceptInvitation(deps: TasksDeps, token: string, { interaction }: Acceptance, userAgent: string): Promise<Invitation> {
  const signs = signsOf({ isEarly: false, hasSeveralClients: false, userAgent, interaction })
  return withInvited(deps, token, async (trx, { colleague, company }) => {
    const invitation = toInvitation(colleague, company.name)
    if (invitation.state === 'removed' || invitation.state === 'expired')
      throw new AppError('invitation-ended', 'gone', 'This invitation no longer works.', { extensions: { invitation } })
    if (invitation.state === 'active') return invitation
    if (signs.length > 0)
      throw new AppError('looks-automatic', 'forbidden', 'Please press and hold the button yourself, in the browser that you normally use.')
    const { current } = await countInvitations(trx, company.id)
    if (invitation.state === 'left' && current >= COLLEAGUES_MAX)
      throw new AppError('too-many-colleagues', 'conflict', `This company already has ${COLLEAGUES_MAX} other colleagues.`)
    const accepted = await setState(trx, colleague.id, 'active')
    await publishChange(trx, accepted, company, 'accepted')
    return toInvitation(accepted, company.name)
  })
}

/** Ends the emails to a colleague, and revokes all review links of the colleague. */
export async function leave(trx: Transaction<Tables>, { colleague, company }: LockedColleague): Promise<ColleagueRow> {
  if (colleague.state === 'left' || colleague.state === 'removed') return colleague
  const left = await setState(trx, colleague.id, 'left')
  await revokeLinks(trx, colleague.id)
  await publishChange(trx, left, company, 'left')
  return left
}

/** Refuses an invitation, or ends the emails to an active colleague. A repeated request changes nothing. */
export const leaveCompany = (deps: TasksDeps, token: string): Promise<Invitation> =>
  withInvited(deps, token, async (trx, locked) => toInvitation(await leave(trx, locked), locked.company.name))
