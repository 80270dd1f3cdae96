import type { App } from '@app/chassis/http/app.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/company-managers.ts'
import type { CompanyDeps } from '../deps.ts'
import { handOverCompanies } from './hand-over-companies.ts'
import { setCompanyManager } from './set-company-manager.ts'

export function registerManagerRoutes(app: App, deps: CompanyDeps): void {
  app.route({
    ...contract.setCompanyManager,
    handler: (request) => setCompanyManager(deps, { ...request.body, companyId: request.params.id }, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.handOverCompanies,
    handler: (request) => handOverCompanies(deps, request.body, idempotentRequestOf(request)),
  })
}
