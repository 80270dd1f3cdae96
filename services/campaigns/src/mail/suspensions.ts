import { isConfirmedOwner } from '@app/chassis/companies/confirmed-owners.ts'
import type { ComposeMail, WantedMail } from '@app/chassis/mail/serve-mails.ts'
import type { OwnerMailDeps } from './deps.ts'
import { findMailedNotice, type MailedNotice } from './mailed-suspension.repository.ts'
import { neutralSuspension } from './neutral-words.ts'
import { sendingResumed } from './templates/sending-resumed.ts'
import { type MailedSuspension, sendingSuspended } from './templates/sending-suspended.ts'

/** Returns the notice of an email to its owner. */
async function ownersNotice({ db }: OwnerMailDeps, { about, recipient }: WantedMail): Promise<MailedNotice | undefined> {
  const notice = recipient.kind === 'owner' ? await findMailedNotice(db, about) : undefined
  return notice?.ownerId === recipient.id ? notice : undefined
}

/** Returns the data of a suspension that its email shows, and `more`. Contains no text of an owner whose address is not confirmed. */
async function shownFacts<M extends object>(
  { db }: OwnerMailDeps,
  { companyName, ownerId, scope, campaignId, campaignName: name }: MailedNotice,
  more: M,
): Promise<MailedSuspension & M> {
  const facts = { companyName, scope, ...(campaignId !== null && name !== null && { campaign: { campaignId, name } }), ...more }
  return (await isConfirmedOwner(db, ownerId)) ? facts : neutralSuspension(facts)
}

/** The email to an owner whose emails are suspended. Obsolete when they are no longer suspended. */
export const composeSendingSuspended =
  (deps: OwnerMailDeps): ComposeMail =>
  async (wanted) => {
    const notice = await ownersNotice(deps, wanted)
    if (!notice || notice.isEnded || notice.reason === null) return 'obsolete'
    return sendingSuspended(await shownFacts(deps, notice, { reason: notice.reason }), deps.mail.settings.publicUrl)
  }

/** The email to an owner whose emails are no longer suspended. Obsolete when another suspension stops them. */
export const composeSendingResumed =
  (deps: OwnerMailDeps): ComposeMail =>
  async (wanted) => {
    const notice = await ownersNotice(deps, wanted)
    if (!notice?.isEnded || notice.isStopped) return 'obsolete'
    return sendingResumed(await shownFacts(deps, notice, {}), deps.mail.settings.publicUrl)
  }
