import type { Env } from '@app/chassis/config/config.ts'
import { type Running, runService, type ServiceParts } from '@app/chassis/service/create-service.ts'
import { runIfMain } from '@app/chassis/service/run-main.ts'
import { putFirstAdmin } from './admins/put-admin.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { subscriptions } from './consumers.ts'
import { createDeps } from './create-deps.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/tables.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startMailingCodes } from './resets/mail-codes.ts'

export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  return runService<Tables>({
    name: 'identity',
    config,
    parts,
    migrations,
    assemble: async (base, backgroundDb) => {
      const deps = await createDeps(base, config)
      await putFirstAdmin(deps, config)
      const app = await buildApp(deps)
      const background = { ...deps, db: backgroundDb }
      const stops = [startHousekeeping(background), startMailingCodes(background)]
      return { app, subscriptions, stopBackground: async () => void (await Promise.all(stops.map((stop) => stop()))) }
    },
  })
}

runIfMain(import.meta.url, start)
