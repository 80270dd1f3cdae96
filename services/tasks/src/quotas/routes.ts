import { companyNotFound, requireCompany } from '@app/chassis/companies/own-company.ts'
import type { App } from '@app/chassis/http/app.ts'
import { callerOf, readerOf } from '@app/chassis/http/auth.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/quotas.ts'
import type { TasksDeps } from '../deps.ts'
import { findQuota } from './quota.repository.ts'
import { setPlan } from './set-plan.ts'

export function registerQuotaRoutes(app: App, deps: TasksDeps): void {
  app.route({
    ...contract.getQuota,
    handler: async (request) => {
      const { companyProfileId } = request.params
      await requireCompany(deps, readerOf(request), companyProfileId)
      const quota = await findQuota(deps.db, companyProfileId)
      if (!quota) throw companyNotFound()
      return quota
    },
  })

  app.route({
    ...contract.setPlan,
    handler: (request) => setPlan(deps, callerOf(request).id, request.params.companyProfileId, request.body, idempotentRequestOf(request)),
  })
}
