import type { Env } from '@app/chassis/config/config.ts'
import { databaseUrl } from '@app/chassis/db/database-url.ts'
import { remoteKeySet } from '@app/chassis/http/key-set.ts'
import { type Running, runService, type ServiceParts } from '@app/chassis/service/create-service.ts'
import { answersAt } from '@app/chassis/service/dependencies.ts'
import { runIfMain } from '@app/chassis/service/run-main.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { startSweeping } from '@app/chassis/storage/sweep.ts'
import { businessClock } from '@app/chassis/time/business-clock.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { subscriptions } from './consumers.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/tables.ts'
import { taskFileSweep } from './files/task-file-sweep.ts'
import { createReviewKeys } from './keys/review-keys.ts'
import { createReceiptSigner } from './record/receipt-signer.ts'
import { startReminders } from './reminders/start-reminders.ts'
import { startReports } from './reports/start-reports.ts'
import { startPurging } from './reviews/start-purging.ts'
import { startSeries } from './series/start-series.ts'
import { startWorkers } from './start-workers.ts'

export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  const { COMPANY_URL: companyUrl, DOCUMENTS_URL: documentsUrl, BUSINESS_TIMEZONE: timeZone } = config
  const { CAMPAIGNS_URL: campaignsUrl, CRM_PROXY_URL: crmProxyUrl } = config
  return runService<Tables>({
    name: 'tasks',
    config,
    parts,
    migrations,
    assemble: async (base, backgroundDb, figures) => {
      const store = createObjectStore(config, { registry: base.registry })
      const deps = {
        ...base,
        store,
        keys: remoteKeySet(config.JWKS_URL),
        reviewKeys: createReviewKeys(config),
        receiptSigner: createReceiptSigner(config.RECORD_SIGNING_KEY),
        internalMailKey: config.INTERNAL_MAIL_KEY,
        internalDataKey: config.INTERNAL_DATA_KEY,
        isHttps: config.PUBLIC_URL.startsWith('https:'),
        invitationsPerDay: config.COLLEAGUE_INVITATIONS_PER_DAY,
        origin: new URL(config.PUBLIC_URL).origin,
        companyUrl,
        documentsUrl,
        campaignsUrl,
        crmProxyUrl,
        timeZone,
        now: businessClock(config),
      }
      const app = await buildApp(deps)
      const stops = [
        // The sweep uses the real time instead of the business clock, because it compares the time with modification times of files.
        startSweeping(taskFileSweep({ ...deps, db: backgroundDb, now: () => new Date() })),
        startWorkers({ ...deps, db: backgroundDb, databaseUrl: databaseUrl(config), figures }),
        startPurging(backgroundDb, base.log),
        startSeries({ ...deps, db: backgroundDb }),
        startReminders({ ...deps, db: backgroundDb }),
        startReports({ ...deps, db: backgroundDb }),
      ]
      return {
        app,
        subscriptions: subscriptions(deps),
        dependencies: {
          store: store.check,
          company: answersAt(companyUrl),
          documents: answersAt(documentsUrl),
          campaigns: answersAt(campaignsUrl),
          'crm-proxy': answersAt(crmProxyUrl),
        },
        stopBackground: async () => void (await Promise.all(stops.map((stop) => stop()))),
      }
    },
  })
}

runIfMain(import.meta.url, start)
