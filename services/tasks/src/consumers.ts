import { keepCompany } from '@app/chassis/companies/keep-company.ts'
import { on } from '@app/chassis/messaging/consumer.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'

export const subscriptions = [on(CompanyProfileSaved, keepCompany)]
