import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { CompanyProfileSaved, CompanyProfileState } from '@app/contracts/events/company.ts'
import { AudienceRead, AudienceUnread } from '@app/contracts/events/crm-proxy.ts'
import type { Tables } from './db/tables.ts'
import { recordAudienceRead, recordAudienceUnread } from './dispatches/gather-recipients.ts'

/** What this service does about what happens elsewhere, by the business clock. */
export const subscriptions = (now: () => Date): Subscription<Tables>[] => [
  on(CompanyProfileSaved, applyCompanyEvent),
  on(CompanyProfileState, applyCompanyEvent),
  on(AudienceRead, (trx, event) => recordAudienceRead(trx, event, now())),
  on(AudienceUnread, (trx, event) => recordAudienceUnread(trx, event, now())),
]

/** What this service's queue is bound to, whatever time it is. */
export const subscribedTypes: readonly string[] = subscriptions(() => new Date()).map(({ event }) => event.type)
