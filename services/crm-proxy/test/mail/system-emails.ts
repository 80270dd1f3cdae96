import type { MailContent } from '@app/chassis/mail/compose.ts'
import { sheetAway } from '../../src/mail/templates/sheet-away.ts'
import { type RefusedWrite, writeRefused } from '../../src/mail/templates/write-refused.ts'
import { neutralSheet, neutralWrite } from '../../src/mail/topics.ts'

const PORTAL = 'https://portal.example'
const TIME_ZONE = 'America/New_York'

const away = {
  companyName: 'Harbor & Pine Coffee Roasters',
  since: '2026-12-02T14:05:00.000Z',
  reason: 'Google asked for a sign-in. Please share the script with “Anyone”.',
}
const refused: RefusedWrite = {
  kind: 'update',
  conflict: false,
  customerId: 'C-17',
  name: 'Ada Marsh',
  reason: 'The row is not in the spreadsheet any more.',
}

/**
 * Every kind of email that the service composes, with realistic data. The key is the name of the file in `src/mail/templates`. If this file
 * creates several different emails, a second word follows: "write-refused conflict".
 */
export const systemEmails: Readonly<Record<string, MailContent>> = {
  'sheet-away': sheetAway(away, PORTAL, TIME_ZONE),
  // The emails to an unconfirmed address contain no text of the owner.
  'sheet-away neutral': sheetAway(neutralSheet(away), PORTAL, TIME_ZONE),
  'write-refused': writeRefused(refused, PORTAL),
  'write-refused conflict': writeRefused({ ...refused, conflict: true, reason: 'The same cells were changed in the spreadsheet.' }, PORTAL),
  'write-refused neutral': writeRefused(neutralWrite(refused), PORTAL),
}
