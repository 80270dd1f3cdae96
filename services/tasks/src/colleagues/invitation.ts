import { findCompany } from '@app/chassis/companies/company-projection.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { acceptInvitation as contract, Invitation } from '@app/contracts/http/colleagues.ts'
import { inviterName } from '@app/contracts/rules/colleagues.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { botSignalsOf } from '../decisions/bot-signals.ts'
import type { TasksDeps } from '../deps.ts'
import { revokeLinks } from '../reviews/review-link.repository.ts'
import { type ColleagueRow, findColleague, setAsked, setState } from './colleague.repository.ts'
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

function pageState({ state, isExpired, asksToReturn, mayAsk }: ColleagueRow): Invitation['state'] {
  if (isExpired) return 'expired'
  if (asksToReturn) return 'asked'
  return state === 'left' && !mayAsk ? 'ended' : state
}

const toInvitation = (colleague: ColleagueRow, companyName: string): Invitation => ({
  state: pageState(colleague),
  may: colleague.may,
  sentTo: maskEmail(colleague.email),
  companyName: inviterName(companyName) ?? null,
})

export async function getInvitation(deps: TasksDeps, token: string): Promise<Invitation> {
  const colleague = await findColleague(deps.db, colleagueIdIn(deps, token))
  const company = colleague && (await findCompany(deps.db, colleague.companyId))
  if (!company) throw invitationNotFound()
  return toInvitation(colleague, company.name)
}

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

/** Throws 403 if the request has signs of a machine, such as a mail scanner. */
function requirePerson({ interaction }: Acceptance, userAgent: string): void {
  if (botSignalsOf({ isEarly: false, hasSeveralClients: false, isOpened: true, userAgent, interaction }).length > 0)
    throw new AppError('looks-automatic', 'forbidden', 'Please press and hold the button yourself, in the browser that you normally use.')
}

const invitationEnded = (invitation: Invitation): AppError =>
  new AppError('invitation-ended', 'gone', 'This invitation no longer works.', { extensions: { invitation } })

/**
 * Accepts an invitation. Throws 410 after the colleague left or was removed, and after the invitation expired. A program cannot accept: if
 * the request has signs of a machine, it fails with 403.
 */
export const acceptInvitation = (deps: TasksDeps, token: string, acceptance: Acceptance, userAgent: string): Promise<Invitation> =>
  withInvited(deps, token, async (trx, { colleague, company }) => {
    const invitation = toInvitation(colleague, company.name)
    if (invitation.state === 'active') return invitation
    if (invitation.state !== 'invited') throw invitationEnded(invitation)
    requirePerson(acceptance, userAgent)
    const accepted = await setState(trx, colleague.id, 'active')
    await publishChange(trx, accepted, company, 'accepted')
    return toInvitation(accepted, company.name)
  })

/**
 * Asks the owner to let a colleague who left come back. Until the owner agrees, the colleague has no rights. A repeated request changes
 * nothing. Throws 410 if the colleague cannot ask: after the time limit, after a refusal, and in all other states.
 */
export const askToReturn = (deps: TasksDeps, token: string, acceptance: Acceptance, userAgent: string): Promise<Invitation> =>
  withInvited(deps, token, async (trx, { colleague, company }) => {
    const invitation = toInvitation(colleague, company.name)
    if (invitation.state === 'asked') return invitation
    if (invitation.state !== 'left') throw invitationEnded(invitation)
    requirePerson(acceptance, userAgent)
    const asked = await setAsked(trx, colleague.id)
    await publishChange(trx, asked, company, 'return-asked')
    return toInvitation(asked, company.name)
  })

/**
 * Ends the emails to a colleague, and revokes all review links of the colleague. The colleague can ask once to come back, unless the
 * invitation had expired: leaving also withdraws such a request.
 */
export async function leave(trx: Transaction<Tables>, { colleague, company }: LockedColleague): Promise<ColleagueRow> {
  const { id, state, isExpired, asksToReturn } = colleague
  if (state === 'removed' || (state === 'left' && !asksToReturn)) return colleague
  const left = await setState(trx, id, 'left', !isExpired && !asksToReturn)
  await revokeLinks(trx, id)
  if (asksToReturn) await publishChange(trx, left, company, 'return-withdrawn')
  else await publishChange(trx, left, company, 'left', { hasDeclined: state === 'invited' })
  return left
}

/** Refuses an invitation, or ends the emails to an active colleague. A repeated request changes nothing. */
export const leaveCompany = (deps: TasksDeps, token: string): Promise<Invitation> =>
  withInvited(deps, token, async (trx, locked) => toInvitation(await leave(trx, locked), locked.company.name))
