import type { MailContent } from '@app/chassis/mail/compose.ts'
import { contact } from '../../src/mail/templates/contact.ts'
import { type DocumentEventData, documentsShared } from '../../src/mail/templates/documents-shared.ts'
import { passwordChanged } from '../../src/mail/templates/password-changed.ts'
import { previewCheckChanged } from '../../src/mail/templates/preview-check-changed.ts'
import { resetCode } from '../../src/mail/templates/reset-code.ts'
import { sendingDone } from '../../src/mail/templates/sending-done.ts'
import { sendingHeld } from '../../src/mail/templates/sending-held.ts'
import { sendingLate } from '../../src/mail/templates/sending-late.ts'
import { sendingMissed } from '../../src/mail/templates/sending-missed.ts'
import { sendingResumed } from '../../src/mail/templates/sending-resumed.ts'
import { sendingSuspended } from '../../src/mail/templates/sending-suspended.ts'
import { sheetAway } from '../../src/mail/templates/sheet-away.ts'
import { verifyEmail } from '../../src/mail/templates/verify-email.ts'
import { welcome } from '../../src/mail/templates/welcome.ts'
import { writeRefused } from '../../src/mail/templates/write-refused.ts'

const PORTAL = 'https://portal.example'
const TIME_ZONE = 'America/New_York'
const REASON = 'Google asked for a sign-in. Please share the script with “Anyone”.'
const TIME = '2026-12-02T14:05:00.000Z'

const company = {
  companyProfileId: '0192f3a0-0000-7000-8000-000000000002',
  companyName: 'Harbor & Pine Coffee Roasters',
  ownerId: '0192f3a0-0000-7000-8000-000000000003',
}

const check = { ...company, ownerId: company.companyProfileId, changedBy: company.companyProfileId }

const sending = {
  ...company,
  campaignId: '0192f3a0-0000-7000-8000-000000000006',
  name: 'Winter blend for regulars',
  dispatchId: '0192f3a0-0000-7000-8000-000000000007',
  stepType: '1st Follow Up' as const,
  date: '2026-12-07',
}
const suspended = {
  ...company,
  scope: 'campaign' as const,
  campaign: { campaignId: sending.campaignId, name: sending.name },
  reason: 'More than 0.3% of the people who got this campaign reported it as spam.',
}
const refusedWrite = {
  ...company,
  reason: 'The row is not in the spreadsheet any more.',
  writeId: '0192f3a0-0000-7000-8000-000000000005',
  kind: 'update' as const,
  conflict: false,
  customerId: 'C-17',
  name: 'Ada Marsh',
}
const document: DocumentEventData = {
  ...company,
  _id: '0192f3a0-0000-7000-8000-000000000008',
  DocId: 12,
  title: 'Price list for the winter',
  documentType: 'pptx',
  DocViewer: false,
  fileName: 'prices.pptx',
  size: 1_258_291,
  createdAt: TIME,
}
const training = { ...document, DocId: 13, title: 'How we answer reviews', documentType: 'pdf' as const, DocViewer: true }

/**
 * Every kind of email that the service sends, with realistic data. The key is the name of the file in `src/mail/templates`. If this file
 * creates several different emails, a second word follows: "welcome without-link".
 */
export const systemEmails: Readonly<Record<string, MailContent>> = {
  contact: contact({
    firstName: 'Maria',
    lastName: 'Lee',
    email: 'maria@harborpine.example',
    mobile: '8035550199',
    message: 'We open a second shop in March.\nCould you call me on Monday?',
  }),
  'documents-shared': documentsShared([document], PORTAL),
  'documents-shared several': documentsShared([document, training], PORTAL),
  'password-changed': passwordChanged({ username: 'maria' }, PORTAL),
  'preview-check-changed': previewCheckChanged({ ...check, requiresCheck: true }, 'Ada', PORTAL),
  'preview-check-changed off': previewCheckChanged({ ...check, requiresCheck: false }, 'Ada', PORTAL),
  'reset-code': resetCode({ username: 'maria', email: 'maria@harborpine.example', code: 'K7F3Q', minutes: 15 }, PORTAL),
  'sending-done': sendingDone({ ...sending, audience: 220, accepted: 214, failed: 2, suppressed: 4, maybeTwice: 1 }, PORTAL),
  'sending-held': sendingHeld({ ...sending, code: 'no-postal-address', reason: 'Your profile has no postal address.' }, PORTAL),
  'sending-late': sendingLate({ ...sending, reason: REASON, until: '2026-12-07T22:00:00.000Z' }, PORTAL, TIME_ZONE),
  'sending-missed': sendingMissed({ ...sending, reason: REASON }, PORTAL),
  'sending-resumed': sendingResumed({ ...company, scope: 'company' }, PORTAL),
  'sending-suspended': sendingSuspended(suspended, PORTAL),
  'sending-suspended all': sendingSuspended({ ...suspended, scope: 'all', reason: 'Our mail service is down.' }, PORTAL),
  'sheet-away': sheetAway({ ...company, reason: REASON, since: TIME, fault: 'sign-in-page' }, PORTAL, TIME_ZONE),
  'verify-email': verifyEmail({ verificationToken: 'abc-_1' }, PORTAL),
  welcome: welcome({ verificationToken: 'abc-_1' }, PORTAL),
  'welcome without-link': welcome({}, PORTAL),
  'write-refused': writeRefused(refusedWrite, PORTAL),
  'write-refused conflict': writeRefused(
    { ...refusedWrite, conflict: true, reason: 'The same cells were changed in the spreadsheet.' },
    PORTAL,
  ),
}
