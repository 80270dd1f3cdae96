import type { ServiceName } from '@app/contracts/define.ts'
import { routeOf } from '@app/contracts/each-service.ts'
import * as contract from '@app/contracts/http/internal-erasure.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import type { App } from '../http/app.ts'
import { requireInternalDataKey } from '../keys/internal-data-key.ts'
import { type CompanyErasure, eraseCompanyHere } from './erase-company.ts'
import { type ErasePerson, erasePersonHere, type FindInSpreadsheets } from './erase-person.ts'

interface Erasure<T> {
  service: ServiceName
  db: Kysely<T>
  internalDataKey: string
  company: CompanyErasure<T>
  erasePerson: ErasePerson<T>
  findInSpreadsheets?: FindInSpreadsheets<T>
}

/** Registers the routes with which the service `company` erases a company or a person. */
export function registerErasure<T>(app: App, { service, db, internalDataKey, company, ...person }: Erasure<T>): void {
  const onRequest = requireInternalDataKey(internalDataKey)

  app.route({
    ...routeOf(contract.eraseCompany, service),
    onRequest,
    handler: ({ params: { companyProfileId }, body: { ownerId, isLast } }) =>
      eraseCompanyHere(db, company, { companyId: companyProfileId.toLowerCase(), ownerId: ownerId.toLowerCase(), isLast }),
  })

  app.route({
    ...routeOf(contract.erasePerson, service),
    onRequest,
    handler: ({ body }) => erasePersonHere(db, person.erasePerson, normalizeEmail(body.email), person.findInSpreadsheets),
  })
}
