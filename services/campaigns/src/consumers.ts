import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { applyUserEvent } from '@app/chassis/companies/confirmed-owners.ts'
import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { AudienceSettled } from '@app/contracts/events/crm-proxy.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import type { Tables } from './db/tables.ts'
import { recordAudience } from './dispatches/gather-recipients.ts'

export const subscriptions = (now: () => Date): Subscription<Tables>[] => [
  on(UserChanged, applyUserEvent),
  on(CompanyProfileSaved, applyCompanyEvent),
  on(AudienceSettled, (trx, event) => recordAudience(trx, event, now())),
]

export const subscribedTypes: readonly string[] = subscriptions(() => new Date()).map(({ event }) => event.type)
