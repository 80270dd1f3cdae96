import { type Env, stopTimes } from '@app/chassis/config/config.ts'
import { databaseUrl } from '@app/chassis/db/database-url.ts'
import { drainTime } from '@app/chassis/http/drain.ts'
import { remoteKeySet } from '@app/chassis/http/key-set.ts'
import { smtpTransport } from '@app/chassis/mail/smtp-transport.ts'
import { type Running, runService, type ServiceParts } from '@app/chassis/service/create-service.ts'
import { answersAt } from '@app/chassis/service/dependencies.ts'
import { runIfMain } from '@app/chassis/service/run-main.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { startSweeping } from '@app/chassis/storage/sweep.ts'
import { businessClock } from '@app/chassis/time/business-clock.ts'
import { checkCampaignStep } from '@app/proofreading/check-preview.ts'
import { buildApp } from './app.ts'
import { type CampaignsConfig, readConfig } from './config.ts'
import { subscriptions } from './consumers.ts'
import { deadLinkFinder } from './content/dead-links.ts'
import type { MailDeps } from './content/prepare-mail.ts'
import { missingRecordFinder } from './content/sender-domain.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/tables.ts'
import { startScheduler } from './dispatches/scheduler.ts'
import { attachmentSweep } from './files/attachment-files.ts'
import { registerMetrics } from './metrics.ts'
import { startPurging } from './purge.ts'
import { relayCheck } from './sending/open-dispatches.ts'
import { startSender } from './sending/sender.ts'
import { addressHash } from './suppression/erased-suppression.repository.ts'

const mailDeps = (config: CampaignsConfig): MailDeps => ({
  settings: {
    publicUrl: config.PUBLIC_URL,
    senderDomain: config.CAMPAIGN_SENDER_DOMAIN,
    postalAddress: config.CAMPAIGN_POSTAL_ADDRESS,
  },
  findDeadLinks: deadLinkFinder(),
  ...(config.NODE_ENV === 'production' && { findMissingRecords: missingRecordFinder({ selector: config.CAMPAIGN_DKIM_SELECTOR }) }),
})

export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  const {
    COMPANY_URL: companyUrl,
    IDENTITY_URL: identityUrl,
    CRM_PROXY_URL: crmProxyUrl,
    CAMPAIGN_SEND_TIME: sendTime,
    BUSINESS_TIMEZONE: timeZone,
  } = config
  return runService<Tables>({
    name: 'campaigns',
    config,
    parts,
    migrations,
    assemble: async (base, backgroundDb, figures) => {
      const store = createObjectStore(config, { registry: base.registry })
      const keys = remoteKeySet(config.JWKS_URL)
      const relay = smtpTransport(config.smtpUrl)
      const deps = {
        ...base,
        store,
        keys,
        companyUrl,
        identityUrl,
        sendTime,
        timeZone,
        relay,
        mail: mailDeps(config),
        internalMailKey: config.INTERNAL_MAIL_KEY,
        internalDataKey: config.INTERNAL_DATA_KEY,
        hashOf: addressHash(config.SUPPRESSION_KEY),
        recipientsKeptDays: config.CAMPAIGN_RECIPIENTS_KEPT_DAYS,
        campaignLimits: { open: config.CAMPAIGN_MAX_OPEN, aDay: config.CAMPAIGN_MAX_A_DAY },
        checkStep: checkCampaignStep,
        now: businessClock(config),
      }
      registerMetrics(figures)
      const background = { ...deps, db: backgroundDb, databaseUrl: databaseUrl(config) }
      const stops = [
        // The sweep compares timestamps of the file store. So it needs the real clock and not `deps.now`.
        startSweeping(attachmentSweep({ ...background, now: () => new Date() })),
        startScheduler({ ...background, crmProxyUrl, figures }),
        startSender({ ...background, smtpUrl: config.smtpUrl, rates: config.rates, stopMs: drainTime(stopTimes(config)) }),
        startPurging(background),
      ]
      return {
        app: await buildApp(deps),
        subscriptions: subscriptions(deps.now),
        dependencies: {
          store: store.check,
          company: answersAt(companyUrl),
          'crm-proxy': answersAt(crmProxyUrl),
          relay: relayCheck(backgroundDb),
        },
        stopBackground: async () => {
          await Promise.all(stops.map((stop) => stop()))
          relay.close()
        },
      }
    },
  })
}

runIfMain(import.meta.url, start)
