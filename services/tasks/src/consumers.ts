import { applyManagerEvent } from '@app/chassis/companies/company-managers.ts'
import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { CompanyManagerChanged, CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { PhotoRemoved, PhotosReceived } from '@app/contracts/events/documents.ts'
import { PasswordChanged, UserChanged } from '@app/contracts/events/identity.ts'
import { EmailSettled } from '@app/contracts/events/notifications.ts'
import type { Tables } from './db/tables.ts'
import type { ConsumerDeps } from './deps.ts'
import { savePhotoUsage } from './quotas/photo-usage.repository.ts'
import { revokeAfterReset, saveOwner } from './reviews/reactions.ts'
import { recordSettledEmail } from './reviews/record-settled-email.ts'

/** Returns the handlers of all consumed events. */
export const subscriptions = (deps: ConsumerDeps): Subscription<Tables>[] => [
  on(CompanyProfileSaved, applyCompanyEvent),
  on(CompanyManagerChanged, applyManagerEvent),
  on(UserChanged, (trx, event) => saveOwner(trx, deps, event)),
  on(PasswordChanged, revokeAfterReset),
  on(EmailSettled, recordSettledEmail),
  on(PhotosReceived, savePhotoUsage),
  on(PhotoRemoved, savePhotoUsage),
]

export const subscribedTypes: readonly string[] = subscriptions({ now: () => new Date() }).map(({ event }) => event.type)
