import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { CompanyProfileSaved, CompanyProfileState } from '@app/contracts/events/company.ts'
import { EmailVerified, PasswordChanged, UserRegistered, UserState } from '@app/contracts/events/identity.ts'
import { ReminderSent, ReviewEmailSent } from '@app/contracts/events/notifications.ts'
import type { Tables } from './db/tables.ts'
import { confirmAddress, recordReminder, recordSentEmail, revokeAfterReset, saveAddress, saveOwnerState } from './reviews/reactions.ts'

export const subscriptions: Subscription<Tables>[] = [
  on(CompanyProfileSaved, applyCompanyEvent),
  on(CompanyProfileState, applyCompanyEvent),
  on(UserRegistered, saveAddress),
  on(EmailVerified, confirmAddress),
  on(UserState, saveOwnerState),
  on(PasswordChanged, revokeAfterReset),
  on(ReviewEmailSent, recordSentEmail),
  on(ReminderSent, recordReminder),
]

export const subscribedTypes: readonly string[] = subscriptions.map(({ event }) => event.type)
