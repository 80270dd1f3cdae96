import type { MailContent } from '@app/chassis/mail/compose.ts'
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
  'password-changed': passwordChanged({ username: 'maria' }, PORTAL),
  'reset-code': resetCode({ username: 'maria', email: 'maria@harborpine.example', code: 'K7F3Q', minutes: 15 }, PORTAL),
  'verify-email': verifyEmail({ verificationToken: 'abc-_1' }, PORTAL),
  welcome: welcome({ verificationToken: 'abc-_1' }, PORTAL),
  'welcome without-link': welcome({}, PORTAL),
}
