import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import type { IdentityMailTopic } from '@app/contracts/http/mail-content.ts'
import { composePasswordChanged, composeWelcome } from './accounts.ts'
import type { MailDeps } from './deps.ts'
import { composeResetCode } from './reset-codes.ts'
import { composeVerifyEmail } from './verification.ts'

/** The composers of all emails about accounts. */
export const identityComposers = (deps: MailDeps): Readonly<Record<IdentityMailTopic, ComposeMail>> => ({
  welcome: composeWelcome(deps),
  'password-changed': composePasswordChanged(deps),
  'verify-email': composeVerifyEmail(deps),
  'reset-code': composeResetCode(deps),
})
