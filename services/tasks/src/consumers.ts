import { on } from '@app/chassis/messaging/consumer.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { keepCompany } from './companies/keep-company.ts'

export const subscriptions = [on(CompanyProfileSaved, keepCompany)]
