import { type App, createApp } from '@app/chassis/http/app.ts'
import forms from '@app/chassis/http/receive-form.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { registerCampaignRoutes } from './campaigns/routes.ts'
import type { CampaignsDeps } from './deps.ts'
import { registerDispatchRoutes } from './dispatches/routes.ts'
import { registerPreviewRoutes } from './preview/routes.ts'
import { registerRecipientRoutes } from './recipients/routes.ts'
import { registerSuppressionRoutes } from './suppression/routes.ts'
import { registerSuspensionRoutes } from './suspensions/routes.ts'
import { registerUnsubscribeRoutes } from './unsubscribe/routes.ts'
import { waiting } from './waiting.ts'

export async function buildApp(deps: CampaignsDeps): Promise<App> {
  const app = await createApp({ ...deps, trustProxy: true })
  await app.register(forms)
  await app.register(idempotency, { db: deps.db })
  registerOperations(app, { ...deps, service: 'campaigns', waiting })
  registerCampaignRoutes(app, deps)
  registerDispatchRoutes(app, deps)
  registerSuspensionRoutes(app, deps)
  registerRecipientRoutes(app, deps)
  registerPreviewRoutes(app, deps)
  registerSuppressionRoutes(app, deps)
  await registerUnsubscribeRoutes(app, deps)
  return app
}
