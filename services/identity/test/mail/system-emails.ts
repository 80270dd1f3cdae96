import type { MailContent } from '@app/chassis/mail/compose.ts'
import { adminInvitation } from '../../src/mail/templates/admin-invitation.ts'
import { confirmNewEmail } from '../../src/mail/templates/confirm-new-email.ts'
import { emailChanged } from '../../src/mail/templates/email-changed.ts'
import { passwordChanged } from '../../src/mail/templates/password-changed.ts'
import { resetCode } from '../../src/mail/templates/reset-code.ts'
import { verifyEmail } from '../../src/mail/templates/verify-email.ts'
import { welcome } from '../../src/mail/templates/welcome.ts'

const PORTAL = 'https://portal.example'

/**
 * Every kind of email that the service composes, with realistic data. The key is the name of the file in `src/mail/templates`. If this file
 * creates several different emails, a second word follows: "welcome without-link".
 */
export const systemEmails: Readonly<Record<string, MailContent>> = {
  'admin-invitation': adminInvitation({ token: 'abc-_1' }, PORTAL),
  'confirm-new-email': confirmNewEmail({ token: 'abc-_1' }, PORTAL),
  'email-changed': emailChanged({ username: 'maria', newEmail: 'maria@harborpine.example', token: 'abc-_1' }, PORTAL),
  'password-changed': passwordChanged({ username: 'maria' }, PORTAL),
  'reset-code': resetCode({ username: 'maria', email: 'maria@harborpine.example', code: 'K7F3Q', minutes: 15 }, PORTAL),
  'verify-email': verifyEmail({ verificationToken: 'abc-_1' }, PORTAL),
  welcome: welcome({ verificationToken: 'abc-_1' }, PORTAL),
  'welcome without-link': welcome({}, PORTAL),
}
