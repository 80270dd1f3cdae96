import { isConfirmedOwner } from '@app/chassis/companies/confirmed-owners.ts'
import type { ComposeMail, WantedMail } from '@app/chassis/mail/serve-mails.ts'
import { reasonToWait } from '../dispatches/reason-to-wait.ts'
import { endsAt } from '../dispatches/window.ts'
import { countsOf } from '../sending/counts.ts'
import type { OwnerMailDeps } from './deps.ts'
import { findMailedDispatch, type MailedDispatchRow } from './mailed-dispatch.repository.ts'
import { neutralDispatch } from './neutral-words.ts'
import type { MailedDispatch } from './templates/campaign-facts.ts'
import { sendingDone } from './templates/sending-done.ts'
import { sendingHeld } from './templates/sending-held.ts'
import { sendingLate } from './templates/sending-late.ts'
import { sendingMissed } from './templates/sending-missed.ts'

/** Returns the dispatch of an email to its owner. */
async function ownersDispatch({ db }: OwnerMailDeps, { about, recipient }: WantedMail): Promise<MailedDispatchRow | undefined> {
  const dispatch = recipient.kind === 'owner' ? await findMailedDispatch(db, about) : undefined
  return dispatch?.ownerId === recipient.id ? dispatch : undefined
}

/** Returns the data of a dispatch that its email shows, and `more`. Contains no text of an owner whose address is not confirmed. */
async function shownFacts<M extends object>(
  { db }: OwnerMailDeps,
  { campaignId, name, stepType, date, ownerId }: MailedDispatchRow,
  more: M,
): Promise<MailedDispatch & M> {
  const facts = { campaignId, name, stepType, date, ...more }
  return (await isConfirmedOwner(db, ownerId)) ? facts : neutralDispatch(facts)
}

/** Whether a dispatch that was reported as late still waits for its recipients. */
const isStillLate = ({ state, ticket, isLateReported }: MailedDispatchRow): boolean =>
  isLateReported && ticket === null && (state === 'gathering' || state === 'waiting')

/** The email to the owner of a late dispatch. Obsolete when the dispatch has its recipients or no longer waits for them. */
export const composeSendingLate =
  (deps: OwnerMailDeps): ComposeMail =>
  async (wanted) => {
    const dispatch = await ownersDispatch(deps, wanted)
    if (!dispatch || !isStillLate(dispatch)) return 'obsolete'
    const { reason } = reasonToWait(dispatch)
    const facts = await shownFacts(deps, dispatch, { reason, until: endsAt(dispatch.sendsAt).toISOString() })
    return sendingLate(facts, deps.mail.settings.publicUrl, deps.timeZone)
  }

/** The email to the owner of a missed dispatch. Obsolete when the owner has sent or skipped the dispatch. */
export const composeSendingMissed =
  (deps: OwnerMailDeps): ComposeMail =>
  async (wanted) => {
    const dispatch = await ownersDispatch(deps, wanted)
    if (dispatch?.state !== 'missed' || dispatch.reason === null) return 'obsolete'
    return sendingMissed(await shownFacts(deps, dispatch, { reason: dispatch.reason }), deps.mail.settings.publicUrl)
  }

/** The email to the owner of a dispatch on hold. Obsolete when the dispatch is no longer on hold. */
export const composeSendingHeld =
  (deps: OwnerMailDeps): ComposeMail =>
  async (wanted) => {
    const dispatch = await ownersDispatch(deps, wanted)
    if (dispatch?.state !== 'held' || dispatch.reason === null) return 'obsolete'
    return sendingHeld(await shownFacts(deps, dispatch, { reason: dispatch.reason }), deps.mail.settings.publicUrl)
  }

/**
 * The email to the owner of a complete dispatch. If failed emails of the dispatch are being sent again, its stored counts were deleted, and
 * the email shows the current counts.
 */
export const composeSendingDone =
  (deps: OwnerMailDeps): ComposeMail =>
  async (wanted) => {
    const dispatch = await ownersDispatch(deps, wanted)
    const counts = dispatch && (dispatch.counts ?? (await countsOf(deps.db, [dispatch.id])).get(dispatch.id))
    if (!counts || dispatch.audience === null) return 'obsolete'
    const { accepted, failed, suppressed, maybeTwice } = counts
    const facts = await shownFacts(deps, dispatch, { audience: dispatch.audience, accepted, failed, suppressed, maybeTwice })
    return sendingDone(facts, deps.mail.settings.publicUrl)
  }
