import type { App } from '@app/chassis/http/app.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/suspensions.ts'
import type { CampaignsDeps } from '../deps.ts'
import { releaseSuspension } from './release-suspension.ts'
import { suspendByAdmin } from './suspend-sending.ts'

export function registerSuspensionRoutes(app: App, deps: CampaignsDeps): void {
  app.route({
    ...contract.suspendSending,
    handler: (request) => {
      const { reason, ...target } = request.body
      return suspendByAdmin(deps, target, reason, idempotentRequestOf(request))
    },
  })

  app.route({ ...contract.releaseSuspension, handler: (request) => releaseSuspension(deps, request.body, idempotentRequestOf(request)) })
}
