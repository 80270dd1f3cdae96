import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { CompanyProfileSaved, CompanyProfileState } from '@app/contracts/events/company.ts'
import { AudienceRead, AudienceUnread } from '@app/contracts/events/crm-proxy.ts'
import type { Tables } from './db/tables.ts'
import { recordAudienceRead, recordAudienceUnread } from './dispatches/gather-recipients.ts'

export const subscriptions = (now: () => Date): Subscription<Tables>[] => [
  on(CompanyProfileSaved, applyCompanyEvent),
  on(CompanyProfileState, applyCompanyEvent),
  on(AudienceRead, (trx, event) => recordAudienceRead(trx, event, now())),
  on(AudienceUnread, (trx, event) => recordAudienceUnread(trx, event, now())),
]

export const subscribedTypes: readonly string[] = subscriptions(() => new Date()).map(({ event }) => event.type)
