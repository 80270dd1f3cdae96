import type { Env } from '@app/chassis/config.ts'
import { type Running, runService, type ServiceParts } from '@app/chassis/create-service.ts'
import { runIfMain } from '@app/chassis/run-main.ts'
import { putAdmin } from './accounts/put-admin.ts'
import { buildApp } from './app.ts'
import { firstAdminOf, readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/tables.ts'
import { startHousekeeping } from './housekeeping.ts'

export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  return runService<Tables>({
    name: 'identity',
    config,
    parts,
    migrations,
    assemble: async (base, backgroundDb) => {
      const deps = await createDeps(base, config)
      const admin = firstAdminOf(config)
      if (admin) base.log.info(`first admin: ${await putAdmin(deps, admin)}`)
      return { app: await buildApp(deps), subscriptions: [], stopBackground: startHousekeeping({ ...deps, db: backgroundDb }) }
    },
  })
}

runIfMain(import.meta.url, start)
