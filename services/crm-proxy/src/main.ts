import type { Env } from '@app/chassis/config/config.ts'
import { databaseUrl } from '@app/chassis/db/database-url.ts'
import { remoteKeySet } from '@app/chassis/http/key-set.ts'
import { type Running, runService, type ServiceParts } from '@app/chassis/service/create-service.ts'
import { answersAt } from '@app/chassis/service/dependencies.ts'
import { runIfMain } from '@app/chassis/service/run-main.ts'
import { businessClock } from '@app/chassis/time/business-clock.ts'
import { buildApp } from './app.ts'
import { startBackground } from './background.ts'
import { readConfig } from './config.ts'
import { subscriptions } from './consumers.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/tables.ts'
import { registerMetrics } from './metrics.ts'
import { sheetCalls } from './sheet/calls.ts'
import { createReader } from './sheet/reader.ts'

export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  const { COMPANY_URL: companyUrl, BUSINESS_TIMEZONE: timeZone, hosts } = config
  return runService<Tables>({
    name: 'crm-proxy',
    config,
    parts,
    migrations,
    assemble: async (base, backgroundDb, figures) => {
      const sheets = { db: backgroundDb, log: base.log, tracer: base.tracer, call: sheetCalls(hosts, base.registry), timeZone }
      const reader = createReader(sheets)
      registerMetrics(figures)
      const stopBackground = startBackground({ ...sheets, figures, databaseUrl: databaseUrl(config) })
      const deps = {
        ...base,
        ...sheets,
        db: base.db,
        keys: remoteKeySet(config.JWKS_URL),
        companyUrl,
        internalMailKey: config.INTERNAL_MAIL_KEY,
        internalDataKey: config.INTERNAL_DATA_KEY,
        origin: new URL(config.PUBLIC_URL).origin,
        hosts,
        reader,
        now: businessClock(config),
      }
      return {
        app: await buildApp(deps),
        subscriptions,
        dependencies: { company: answersAt(companyUrl) },
        stopBackground: async () => void (await Promise.all([stopBackground(), reader.stop()])),
      }
    },
  })
}

runIfMain(import.meta.url, start)
