import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { ReviewEmailBounced, ReviewEmailComplained, ReviewReplyReceived } from '@app/contracts/events/campaigns.ts'
import { CompanyProfileSaved, CompanyProfileState } from '@app/contracts/events/company.ts'
import { EmailVerified, PasswordChanged, UserRegistered, UserSignedIn, UserState } from '@app/contracts/events/identity.ts'
import { EmailRefused, EmailSent } from '@app/contracts/events/notifications.ts'
import { recordComplaint } from './colleagues/record-complaint.ts'
import { saveSignIn } from './companies/save-sign-in.ts'
import type { Tables } from './db/tables.ts'
import type { ConsumerDeps } from './deps.ts'
import { addReply } from './notes/add-reply.ts'
import { confirmAddress, revokeAfterReset, saveAddress, saveOwnerState } from './reviews/reactions.ts'
import { recordBouncedEmail, recordRefusedEmail } from './reviews/record-bounce.ts'
import { recordSentEmail } from './reviews/record-sent-email.ts'

/** Returns the handlers of all consumed events. */
export const subscriptions = (deps: ConsumerDeps): Subscription<Tables>[] => [
  on(CompanyProfileSaved, applyCompanyEvent),
  on(CompanyProfileState, applyCompanyEvent),
  on(UserRegistered, saveAddress),
  on(EmailVerified, (trx, event) => confirmAddress(trx, deps, event)),
  on(UserSignedIn, (trx, { data }) => saveSignIn(trx, data)),
  on(UserState, (trx, event) => saveOwnerState(trx, deps, event)),
  on(PasswordChanged, revokeAfterReset),
  on(EmailSent, recordSentEmail),
  on(EmailRefused, recordRefusedEmail),
  on(ReviewEmailBounced, recordBouncedEmail),
  on(ReviewEmailComplained, recordComplaint),
  on(ReviewReplyReceived, (trx, event) => addReply(trx, deps, event)),
]

export const subscribedTypes: readonly string[] = subscriptions({ now: () => new Date() }).map(({ event }) => event.type)
