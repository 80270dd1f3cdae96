import { on } from '@app/chassis/messaging/consumer.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { keepCompany } from './companies/keep-company.ts'
import type { Tables } from './db/tables.ts'

export const subscriptions = [on<Tables, typeof CompanyProfileSaved>(CompanyProfileSaved, keepCompany)]
