import type { App } from '@app/chassis/http/app.ts'
import { callerOf, readerOf } from '@app/chassis/http/auth.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/campaigns.ts'
import type { CampaignsDeps } from '../deps.ts'
import { actOnDispatch, sendToMissed, skipDispatch } from './act-on-dispatch.ts'
import { sendNow } from './send-now.ts'

export function registerDispatchRoutes(app: App, deps: CampaignsDeps): void {
  app.route({
    ...contract.sendNow,
    handler: (request) => sendNow(deps, readerOf(request), request.params.id, idempotentRequestOf(request)),
  })

  const actions = [
    [contract.sendToMissed, sendToMissed],
    [contract.skipDispatch, skipDispatch],
  ] as const
  for (const [route, act] of actions)
    app.route({
      ...route,
      handler: (request) => actOnDispatch(deps, callerOf(request).id, request.params.id, idempotentRequestOf(request), act),
    })
}
