import { type App, createApp } from '@app/chassis/http/app.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { registerCustomerRoutes } from './customers/routes.ts'
import type { CrmDeps } from './deps.ts'

export async function buildApp(deps: CrmDeps): Promise<App> {
  const app = await createApp(deps)
  await app.register(idempotency, { db: deps.db })
  registerCustomerRoutes(app, deps)
  return app
}
