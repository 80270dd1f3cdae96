import { type App, createApp } from '@app/chassis/http/app.ts'
import forms from '@app/chassis/http/receive-form.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import type { CompanyDeps } from './deps.ts'
import { registerManagerRoutes } from './managers/routes.ts'
import { registerNoteRoutes } from './notes/routes.ts'
import { registerProfileRoutes } from './profile/routes.ts'

export async function buildApp(deps: CompanyDeps): Promise<App> {
  const app = await createApp({ ...deps, trustProxy: true })
  await app.register(forms)
  await app.register(idempotency, { db: deps.db })
  registerOperations(app, { ...deps, service: 'company' })
  registerProfileRoutes(app, deps)
  registerManagerRoutes(app, deps)
  registerNoteRoutes(app, deps)
  return app
}
