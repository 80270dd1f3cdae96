import type { Logger } from '@app/chassis/logging/logger.ts'
import { createBus } from '@app/chassis/messaging/in-process.ts'
import { serviceNames } from '@app/contracts/define.ts'
import { start as startGateway } from '@app/gateway/main.ts'
import { declareAll } from '../bindings.ts'
import { keepBuild } from '../keep-build.ts'
import { migrateAll } from '../migrate.ts'
import { writeAddresses } from './addresses.ts'
import { partStack } from './part-stack.ts'
import { takeDataDir } from './parts/disk.ts'
import { assertPortFree } from './parts/ports.ts'
import { assertPartPortsFree, openDatabase, openMail, openSheets, openStore } from './parts.ts'
import { localSecrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { startServices } from './start-services.ts'

export interface Product {
  url: string
  services: Readonly<Record<string, string>>
  inboxUrl: string | undefined
  sheetsUrl: string | undefined
  stop(): Promise<void>
}

interface ProductOptions {
  settings: Settings
  log: Logger
  /** If set, only the services with these names are started, and no gateway. Default: all services and the gateway. */
  only?: readonly string[]
  /** Builds the web app and returns its folder. Called after the checks of the data folder and the ports. */
  buildWeb?: () => Promise<string>
}

/** Lets the start continue while the assets are stored. Only pages of an earlier build need them from the store. A stop waits for the end. */
async function keepLater(keeping: Promise<void>, log: Logger) {
  const kept = keeping.catch((error: unknown) => log.warn({ err: error }, 'could not store the assets of the web app'))
  return { stop: async () => void (await kept) }
}

/** Starts the whole product in this process. The gateway starts last, so that all services are running when the gateway responds. */
export async function startProduct({ settings, log, only, buildWeb }: ProductOptions): Promise<Product> {
  const { open, stop } = partStack()
  try {
    await open(takeDataDir(settings.DATA_DIR, only ? undefined : settings.PUBLIC_URL))
    if (!only) await assertPortFree(settings.PORT, 'the product', 'PORT', settings.HOST)
    await assertPartPortsFree(settings)
    const webDist = buildWeb?.()
    // Prevents an unhandled rejection. The error of a failed build is thrown where `webDist` is awaited.
    webDist?.catch(() => {})

    const secrets = await localSecrets(settings.DATA_DIR)
    const database = await open(openDatabase(settings, log))
    const store = await open(openStore(settings, secrets, log))
    await open(writeAddresses(settings.DATA_DIR, { databaseUrl: database.url, storeEndpoint: store.env.S3_ENDPOINT }))
    const mail = await open(openMail(settings, log))
    const sheets = await open(openSheets(settings, log))
    const databaseUrls = await migrateAll(database.url, settings.DATABASE_ROLE_SECRET ?? secrets.databaseRoles)

    const names = only ?? serviceNames
    // If the broker is not available, only logs a warning. The start continues, because each service also declares its own queues when it
    // connects.
    const { AMQP_URL } = settings
    if (AMQP_URL)
      await declareAll(database.url, AMQP_URL, log).catch((error: unknown) => log.warn({ err: error }, 'could not declare the bindings'))
    const parts = { bus: createBus(serviceNames), log }
    const { NODE_ENV, LOG_LEVEL, BUSINESS_TIMEZONE, BUSINESS_LOCALE, CLOCK_AHEAD, ADMIN_EMAIL, ADMIN_PASSWORD, CAMPAIGN_SENDER_DOMAIN } =
      settings
    const env = {
      ...process.env,
      NODE_ENV,
      LOG_LEVEL,
      BUSINESS_TIMEZONE,
      BUSINESS_LOCALE,
      CLOCK_AHEAD,
      ADMIN_EMAIL,
      ADMIN_PASSWORD,
      IDENTITY_KEY: settings.IDENTITY_KEY ?? secrets.identityKey,
      REVIEW_LINK_KEY: settings.REVIEW_LINK_KEY ?? secrets.reviewLinkKey,
      RECORD_SIGNING_KEY: settings.RECORD_SIGNING_KEY ?? secrets.recordSigningKey,
      MAIL_ADDRESS_KEY: settings.MAIL_ADDRESS_KEY ?? secrets.mailAddressKey,
      INTERNAL_MAIL_KEY: settings.INTERNAL_MAIL_KEY ?? secrets.internalMailKey,
      INTERNAL_DATA_KEY: settings.INTERNAL_DATA_KEY ?? secrets.internalDataKey,
      SUPPRESSION_KEY: settings.SUPPRESSION_KEY ?? secrets.suppressionKey,
      AMQP_URL,
      SMTP_URL: mail.smtpUrl,
      CAMPAIGN_SENDER_DOMAIN,
      CRM_HOSTS: sheets.hosts,
      ...store.env,
    }
    const running = await open(startServices(names, { env, databaseUrls, parts }))
    const product = { url: settings.PUBLIC_URL, services: running.urls, inboxUrl: mail.inboxUrl, sheetsUrl: sheets.sheetsUrl, stop }
    if (only) return product

    const built = await webDist
    const gatewayEnv = { ...running.env, HOST: settings.HOST, PORT: String(settings.PORT), WEB_DIST: built }
    await open(startGateway(gatewayEnv, parts))
    if (built) await open(keepLater(keepBuild(store.env, built), log))
    return product
  } catch (error) {
    await stop()
    throw error
  }
}
