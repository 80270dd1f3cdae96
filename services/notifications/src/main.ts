import type { Env } from '@app/chassis/config/config.ts'
import { databaseUrl } from '@app/chassis/db/database-url.ts'
import { remoteKeySet } from '@app/chassis/http/key-set.ts'
import { smtpTransport } from '@app/chassis/mail/smtp-transport.ts'
import { type Running, runService, type ServiceParts } from '@app/chassis/service/create-service.ts'
import { runIfMain } from '@app/chassis/service/run-main.ts'
import { publicFiles } from '@app/chassis/storage/public-files.ts'
import { businessClock } from '@app/chassis/time/business-clock.ts'
import { buildApp } from './app.ts'
import { startBackground } from './background.ts'
import { readConfig } from './config.ts'
import { subscriptions } from './consumers.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/tables.ts'
import { handoverByHttp } from './inbound/handover.ts'
import { startMailListener } from './inbound/listener.ts'
import { createLive } from './live/live.ts'

export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  return runService<Tables>({
    name: 'notifications',
    config,
    parts,
    migrations,
    async assemble(base, backgroundDb, figures) {
      const relay = smtpTransport(config.SMTP_URL)
      const files = publicFiles(config)
      const live = createLive({ ...base, streamsMax: config.STREAMS_MAX })
      const app = await buildApp({
        ...base,
        ...live,
        keys: remoteKeySet(config.JWKS_URL),
        contactsPerMinute: config.RATE_CONTACTS_PER_MINUTE,
        toSheet: config.sheet !== undefined,
        internalDataKey: config.INTERNAL_DATA_KEY,
        mailsKeptDays: config.retention.mails,
      })
      const { BOUNCE_PORT: bouncePort } = config
      const listener =
        bouncePort === undefined
          ? undefined
          : await startMailListener({
              db: backgroundDb,
              log: base.log,
              host: config.HOST,
              port: bouncePort,
              senderDomain: config.CAMPAIGN_SENDER_DOMAIN,
              reviewAddresses: config.reviewAddresses,
              handover: handoverByHttp(config),
            })
      const settings = { publicUrl: config.PUBLIC_URL, timeZone: config.BUSINESS_TIMEZONE, now: businessClock(config) }
      const stopBackground = startBackground({
        ...base,
        ...live,
        db: backgroundDb,
        figures,
        databaseUrl: databaseUrl(config),
        settings,
        retention: config.retention,
        transport: relay,
        files,
        requestContent: config.requestContent,
        reviewAddresses: config.reviewAddresses,
        sheet: config.sheet,
      })
      return {
        app,
        subscriptions: subscriptions(settings),
        dependencies: { relay: relay.check },
        stopBackground: async () => void (await Promise.all([stopBackground(), listener?.stop()])),
      }
    },
  })
}

runIfMain(import.meta.url, start)
