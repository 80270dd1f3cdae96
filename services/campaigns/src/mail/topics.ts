import { isConfirmedOwner } from '@app/chassis/companies/confirmed-owners.ts'
import type { ComposeMail, WantedMail } from '@app/chassis/mail/serve-mails.ts'
import type { CampaignMailTopic } from '@app/contracts/http/mail-content.ts'
import type { CampaignsDeps } from '../deps.ts'
import { reasonToWait } from '../dispatches/stop-dispatch.ts'
import { endsAt } from '../dispatches/window.ts'
import { countsOf } from '../sending/counts.ts'
import { findMailedDispatch, findMailedNotice, type MailedDispatchRow, type MailedNotice } from './mailed.repository.ts'
import { neutralDispatch, neutralSuspension } from './neutral-words.ts'
import type { MailedDispatch } from './templates/campaign-facts.ts'
import { sendingDone } from './templates/sending-done.ts'
import { sendingHeld } from './templates/sending-held.ts'
import { sendingLate } from './templates/sending-late.ts'
import { sendingMissed } from './templates/sending-missed.ts'
import { sendingResumed } from './templates/sending-resumed.ts'
import { type MailedSuspension, sendingSuspended } from './templates/sending-suspended.ts'

/** Whether a dispatch that was reported as late still waits for its recipients. */
const isStillLate = ({ state, ticket, isLateReported }: MailedDispatchRow): boolean =>
  isLateReported && ticket === null && (state === 'gathering' || state === 'waiting')

/** Returns the composers of all emails to owners about their campaigns. */
export function campaignComposers({ db, mail, timeZone }: CampaignsDeps): Readonly<Record<CampaignMailTopic, ComposeMail>> {
  const { publicUrl } = mail.settings

  /** Returns the dispatch or notice of an email to its owner. */
  async function ownersOwn<R extends { ownerId: string }>(
    { about, recipient }: WantedMail,
    find: (database: typeof db, id: string) => Promise<R | undefined>,
  ): Promise<R | undefined> {
    const found = recipient.kind === 'owner' ? await find(db, about) : undefined
    return found?.ownerId === recipient.id ? found : undefined
  }

  /** Returns the data of a dispatch that its email shows, and `more`. Contains no text of an owner whose address is not confirmed. */
  async function dispatchFacts<M extends object>(dispatch: MailedDispatchRow, more: M): Promise<MailedDispatch & M> {
    const { campaignId, name, stepType, date, ownerId } = dispatch
    const facts = { campaignId, name, stepType, date, ...more }
    return (await isConfirmedOwner(db, ownerId)) ? facts : neutralDispatch(facts)
  }

  /** Returns the data of a suspension that its email shows, and `more`. Contains no text of an owner whose address is not confirmed. */
  async function suspensionFacts<M extends object>(notice: MailedNotice, more: M): Promise<MailedSuspension & M> {
    const { companyName, ownerId, scope, campaignId, campaignName: name } = notice
    const facts = { companyName, scope, ...(campaignId !== null && name !== null && { campaign: { campaignId, name } }), ...more }
    return (await isConfirmedOwner(db, ownerId)) ? facts : neutralSuspension(facts)
  }

  return {
    /** The email to the owner of a late dispatch. Obsolete when the dispatch has its recipients or no longer waits for them. */
    async 'sending-late'(wanted) {
      const dispatch = await ownersOwn(wanted, findMailedDispatch)
      if (!dispatch || !isStillLate(dispatch)) return 'obsolete'
      const { reason } = reasonToWait(dispatch)
      return sendingLate(await dispatchFacts(dispatch, { reason, until: endsAt(dispatch.sendsAt).toISOString() }), publicUrl, timeZone)
    },
    /** The email to the owner of a missed dispatch. Obsolete when the owner has sent or skipped the dispatch. */
    async 'sending-missed'(wanted) {
      const dispatch = await ownersOwn(wanted, findMailedDispatch)
      if (dispatch?.state !== 'missed' || dispatch.reason === null) return 'obsolete'
      return sendingMissed(await dispatchFacts(dispatch, { reason: dispatch.reason }), publicUrl)
    },
    /** The email to the owner of a dispatch on hold. Obsolete when the dispatch is no longer on hold. */
    async 'sending-held'(wanted) {
      const dispatch = await ownersOwn(wanted, findMailedDispatch)
      if (dispatch?.state !== 'held' || dispatch.reason === null) return 'obsolete'
      return sendingHeld(await dispatchFacts(dispatch, { reason: dispatch.reason }), publicUrl)
    },
    /** The email to the owner of a complete dispatch. While failed emails are sent again, no counts are stored: it shows current ones. */
    async 'sending-done'(wanted) {
      const dispatch = await ownersOwn(wanted, findMailedDispatch)
      const counts = dispatch && (dispatch.counts ?? (await countsOf(db, [dispatch.id])).get(dispatch.id))
      if (!counts || dispatch.audience === null) return 'obsolete'
      const { accepted, failed, suppressed, maybeTwice } = counts
      return sendingDone(
        await dispatchFacts(dispatch, { audience: dispatch.audience, accepted, failed, suppressed, maybeTwice }),
        publicUrl,
      )
    },
    /** The email to an owner whose emails are suspended. Obsolete when they are no longer suspended. */
    async 'sending-suspended'(wanted) {
      const notice = await ownersOwn(wanted, findMailedNotice)
      if (!notice || notice.isEnded || notice.reason === null) return 'obsolete'
      return sendingSuspended(await suspensionFacts(notice, { reason: notice.reason }), publicUrl)
    },
    /** The email to an owner whose emails are no longer suspended. Obsolete when another suspension stops them. */
    async 'sending-resumed'(wanted) {
      const notice = await ownersOwn(wanted, findMailedNotice)
      if (!notice?.isEnded || notice.isStopped) return 'obsolete'
      return sendingResumed(await suspensionFacts(notice, {}), publicUrl)
    },
  }
}
