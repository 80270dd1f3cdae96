import type { MailContent } from '@app/chassis/mail/compose.ts'
import { neutralDispatch, neutralSuspension } from '../../src/mail/neutral-words.ts'
import type { MailedDispatch } from '../../src/mail/templates/campaign-facts.ts'
import { sendingDone } from '../../src/mail/templates/sending-done.ts'
import { sendingHeld } from '../../src/mail/templates/sending-held.ts'
import { sendingLate } from '../../src/mail/templates/sending-late.ts'
import { sendingMissed } from '../../src/mail/templates/sending-missed.ts'
import { sendingResumed } from '../../src/mail/templates/sending-resumed.ts'
import { sendingSuspended } from '../../src/mail/templates/sending-suspended.ts'

const PORTAL = 'https://portal.example'
const TIME_ZONE = 'America/New_York'
const REASON = 'Google asked for a sign-in. Please share the script with “Anyone”.'

const dispatch: MailedDispatch = {
  campaignId: '0192f3a0-0000-7000-8000-000000000006',
  name: 'Winter blend for regulars',
  stepType: '1st Follow Up',
  date: '2026-12-07',
}
const companyName = 'Harbor & Pine Coffee Roasters'
const suspended = {
  companyName,
  scope: 'campaign' as const,
  campaign: { campaignId: dispatch.campaignId, name: dispatch.name },
  reason: 'More than 0.3% of the people who got this campaign reported it as spam.',
}

/**
 * Every kind of email that the service composes for owners, with realistic data. The key is the name of the file in
 * `src/mail/templates`. If this file creates several different emails, a second word follows: "sending-suspended all".
 */
export const systemEmails: Readonly<Record<string, MailContent>> = {
  'sending-done': sendingDone({ ...dispatch, audience: 220, accepted: 214, failed: 2, suppressed: 4, maybeTwice: 1 }, PORTAL),
  'sending-held': sendingHeld({ ...dispatch, reason: 'Your profile has no postal address.' }, PORTAL),
  'sending-late': sendingLate({ ...dispatch, reason: REASON, until: '2026-12-07T22:00:00.000Z' }, PORTAL, TIME_ZONE),
  'sending-missed': sendingMissed({ ...dispatch, reason: REASON }, PORTAL),
  // The emails to an unconfirmed address contain no text of the owner.
  'sending-missed neutral': sendingMissed(neutralDispatch({ ...dispatch, reason: REASON }), PORTAL),
  'sending-resumed': sendingResumed({ companyName, scope: 'company' }, PORTAL),
  'sending-suspended': sendingSuspended(suspended, PORTAL),
  'sending-suspended all': sendingSuspended({ ...suspended, scope: 'all', reason: 'Our mail service is down.' }, PORTAL),
  'sending-suspended neutral': sendingSuspended(neutralSuspension(suspended), PORTAL),
}
