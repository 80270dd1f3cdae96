import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { on } from '@app/chassis/messaging/consumer.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'

export const subscriptions = [on(CompanyProfileSaved, applyCompanyEvent)]

export const subscribedTypes: readonly string[] = subscriptions.map(({ event }) => event.type)
