import type { Env } from '@app/chassis/config/config.ts'
import { databaseUrl } from '@app/chassis/db/database-url.ts'
import { remoteKeySet } from '@app/chassis/http/key-set.ts'
import { type Running, runService, type ServiceParts } from '@app/chassis/service/create-service.ts'
import { answersAt } from '@app/chassis/service/dependencies.ts'
import { runIfMain } from '@app/chassis/service/run-main.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { startSweeping } from '@app/chassis/storage/sweep.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { serveWorkers } from '@app/chassis/work/serve-workers.ts'
import { startWorker } from '@app/chassis/work/worker.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { subscriptions } from './consumers.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/tables.ts'
import { serviceUrlsOf } from './erasure/call-services.ts'
import { erasureWorker } from './erasure/erase.ts'
import { exportWork, startExpiring } from './exports/export-worker.ts'
import { companySource } from './exports/exported.ts'
import { recordReader } from './exports/record-reader.ts'
import { imageSweep } from './files/image-sweep.ts'

export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  return runService<Tables>({
    name: 'company',
    config,
    parts,
    migrations,
    assemble: async (base, backgroundDb, figures) => {
      const store = createObjectStore(config, { registry: base.registry })
      const serviceUrls = serviceUrlsOf(config)
      const deps = {
        ...base,
        store,
        sheetHosts: config.sheetHosts,
        keys: remoteKeySet(config.JWKS_URL),
        internalMailKey: config.INTERNAL_MAIL_KEY,
        internalDataKey: config.INTERNAL_DATA_KEY,
        origin: new URL(config.PUBLIC_URL).origin,
        serviceUrls,
        now: () => new Date(),
      }
      const { internalDataKey, log } = deps
      const background = { ...deps, db: backgroundDb }
      const read = recordReader({ db: backgroundDb, source: companySource, urls: serviceUrls, internalDataKey })
      const metrics = workMetrics(figures)
      const measured = { metrics, tracer: base.tracer }
      const workers = [
        startWorker({ ...exportWork({ ...background, read }), ...measured }),
        startWorker({ ...erasureWorker(background), ...measured }),
      ]
      const stops = [
        startSweeping(imageSweep(background)),
        startExpiring(background),
        serveWorkers({ db: backgroundDb, databaseUrl: databaseUrl(config), service: 'company', workers, log }),
      ]
      return {
        app: await buildApp(deps),
        subscriptions,
        dependencies: {
          store: store.check,
          ...Object.fromEntries(Object.entries(serviceUrls).map(([name, url]) => [name, answersAt(url)])),
        },
        stopBackground: async () => void (await Promise.all(stops.map((stop) => stop()))),
      }
    },
  })
}

runIfMain(import.meta.url, start)
