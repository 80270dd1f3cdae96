import type { MailContent } from '@app/chassis/mail/compose.ts'
import { contact } from '../../src/mail/templates/contact.ts'
import { previewCheckChanged } from '../../src/mail/templates/preview-check-changed.ts'

const PORTAL = 'https://portal.example'

const company = {
  companyProfileId: '0192f3a0-0000-7000-8000-000000000002',
  companyName: 'Harbor & Pine Coffee Roasters',
  ownerId: '0192f3a0-0000-7000-8000-000000000003',
}

const check = { ...company, ownerId: company.companyProfileId, changedBy: company.companyProfileId }

/**
 * Every kind of email that the service composes, with realistic data. The key is the name of the file in `src/mail/templates`. If this file
 * creates several different emails, a second word follows: "preview-check-changed off".
 */
export const systemEmails: Readonly<Record<string, MailContent>> = {
  contact: contact({
    firstName: 'Maria',
    lastName: 'Lee',
    email: 'maria@harborpine.example',
    mobile: '8035550199',
    message: 'We open a second shop in March.\nCould you call me on Monday?',
  }),
  'preview-check-changed': previewCheckChanged({ ...check, requiresCheck: true }, 'Ada', PORTAL),
  'preview-check-changed off': previewCheckChanged({ ...check, requiresCheck: false }, 'Ada', PORTAL),
}
