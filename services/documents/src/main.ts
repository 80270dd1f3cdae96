import type { Env } from '@app/chassis/config/config.ts'
import { remoteKeySet } from '@app/chassis/http/key-set.ts'
import { type Running, runService, type ServiceParts } from '@app/chassis/service/create-service.ts'
import { answersAt } from '@app/chassis/service/dependencies.ts'
import { runIfMain } from '@app/chassis/service/run-main.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { startSweeping } from '@app/chassis/storage/sweep.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { subscriptions } from './consumers.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/tables.ts'
import { documentFileSweep } from './files/document-files.ts'
import { startEndingDeliveries } from './photos/end-quiet-deliveries.ts'

export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  const { COMPANY_URL: companyUrl, TASKS_URL: tasksUrl } = config
  const quota = { count: config.DOCUMENTS_MAX_COUNT, bytes: config.DOCUMENTS_MAX_MB * MEGABYTE }
  return runService<Tables>({
    name: 'documents',
    config,
    parts,
    migrations,
    assemble: async (base, backgroundDb) => {
      const store = createObjectStore(config, { registry: base.registry })
      const deps = {
        ...base,
        store,
        keys: remoteKeySet(config.JWKS_URL),
        companyUrl,
        tasksUrl,
        internalMailKey: config.INTERNAL_MAIL_KEY,
        internalDataKey: config.INTERNAL_DATA_KEY,
        origin: new URL(config.PUBLIC_URL).origin,
        quota,
        now: () => new Date(),
      }
      const stops = [startSweeping(documentFileSweep({ ...deps, db: backgroundDb })), startEndingDeliveries({ ...deps, db: backgroundDb })]
      return {
        app: await buildApp(deps),
        subscriptions,
        dependencies: { store: store.check, company: answersAt(companyUrl), tasks: answersAt(tasksUrl) },
        stopBackground: async () => void (await Promise.all(stops.map((stop) => stop()))),
      }
    },
  })
}

runIfMain(import.meta.url, start)
