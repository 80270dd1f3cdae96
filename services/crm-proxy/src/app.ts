import { type App, createApp } from '@app/chassis/http/app.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { registerAudienceRoutes } from './audience/routes.ts'
import { registerCustomerRoutes } from './customers/routes.ts'
import type { CrmDeps } from './deps.ts'
import { registerNoteRoutes } from './notes/routes.ts'
import { registerSetupRoutes } from './setup/routes.ts'
import { waiting } from './waiting.ts'

export async function buildApp(deps: CrmDeps): Promise<App> {
  const app = await createApp(deps)
  await app.register(idempotency, { db: deps.db })
  registerOperations(app, { ...deps, service: 'crm-proxy', waiting })
  registerCustomerRoutes(app, deps)
  registerNoteRoutes(app, deps)
  registerSetupRoutes(app, deps)
  registerAudienceRoutes(app, deps)
  return app
}
