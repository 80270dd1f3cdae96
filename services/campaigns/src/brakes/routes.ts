import type { App } from '@app/chassis/http/app.ts'
import { onceOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/brakes.ts'
import type { CampaignsDeps } from '../deps.ts'
import { putBrake } from './put-brake.ts'
import { releaseBrake } from './release-brake.ts'

export function registerBrakeRoutes(app: App, deps: CampaignsDeps): void {
  app.route({
    ...contract.putBrake,
    handler: (request) => {
      const { reason, ...target } = request.body
      return putBrake(deps, target, reason, onceOf(request))
    },
  })

  app.route({ ...contract.releaseBrake, handler: (request) => releaseBrake(deps, request.body, onceOf(request)) })
}
