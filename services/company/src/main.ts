import type { Env } from '@app/chassis/config/config.ts'
import { remoteKeySet } from '@app/chassis/http/key-set.ts'
import { type Running, runService, type ServiceParts } from '@app/chassis/service/create-service.ts'
import { runIfMain } from '@app/chassis/service/run-main.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { startSweeping } from '@app/chassis/storage/sweep.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { subscriptions } from './consumers.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/tables.ts'
import { imageSweep } from './files/image-sweep.ts'

export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  return runService<Tables>({
    name: 'company',
    config,
    parts,
    migrations,
    assemble: async (base, backgroundDb) => {
      const store = createObjectStore(config, { registry: base.registry })
      const deps = { ...base, store, sheetHosts: config.sheetHosts, keys: remoteKeySet(config.JWKS_URL), now: () => new Date() }
      return {
        app: await buildApp(deps),
        subscriptions,
        dependencies: { store: store.check },
        stopBackground: startSweeping(imageSweep({ ...deps, db: backgroundDb })),
      }
    },
  })
}

runIfMain(import.meta.url, start)
