import { findCompany } from '@app/chassis/companies/company-projection.ts'
import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { type ColleagueRow, findColleague } from '../colleagues/colleague.repository.ts'
import type { MailDeps } from './deps.ts'
import { isConfirmedOwner } from './recipient.repository.ts'
import { colleagueFields, invitationUrl } from './review-recipient.ts'
import { colleagueInvitation } from './templates/colleague-invitation.ts'
import { type ColleagueUpdate, colleagueUpdate } from './templates/colleague-update.ts'

/** The invitation to a colleague. Obsolete when the invitation was answered or withdrawn, or when it expired or bounced. */
export const composeColleagueInvitation =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const isColleague = recipient.kind === 'colleague' && recipient.id === about
    const colleague = isColleague ? await findColleague(deps.db, about) : undefined
    const company = colleague && (await findCompany(deps.db, colleague.companyId))
    if (!company || colleague.state !== 'invited' || colleague.isExpired || colleague.hasBounced) return 'obsolete'
    const { id, may } = colleague
    return {
      ...colleagueInvitation({ companyName: company.name, may, url: invitationUrl(deps, id) }),
      ...colleagueFields(deps, colleague, undefined),
    }
  }

/** Whether the state of a colleague still agrees with the update. */
const isCurrent: Readonly<Record<ColleagueUpdate, (colleague: ColleagueRow) => boolean>> = {
  joined: ({ state }) => state === 'active',
  declined: ({ state }) => state === 'left',
  left: ({ state }) => state === 'left',
  asks: ({ asksToReturn }) => asksToReturn,
}

/**
 * The email to the owner about a change that a colleague made. Obsolete when the colleague's state has changed since. An unconfirmed
 * address gets none, because the email contains the name of the colleague.
 */
export const composeColleagueUpdate =
  (update: ColleagueUpdate) =>
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const colleague = recipient.kind === 'owner' ? await findColleague(deps.db, about) : undefined
    const company = colleague && (await findCompany(deps.db, colleague.companyId))
    if (company?.ownerId !== recipient.id || !(await isConfirmedOwner(deps.db, recipient.id))) return 'obsolete'
    if (!colleague || !isCurrent[update](colleague)) return 'obsolete'
    return colleagueUpdate(update, colleague, `${deps.origin}/management?section=4&show=colleagues`)
  }
