import type { Logger } from '@app/chassis/logger.ts'
import { createBus } from '@app/chassis/messaging/in-process.ts'
import { serviceNames } from '@app/contracts/define.ts'
import { start as startGateway } from '@app/gateway/main.ts'
import { declareAll } from '../bindings.ts'
import { keepBuild } from '../keep-build.ts'
import { migrateAll } from '../migrate.ts'
import { noteAddresses } from './addresses.ts'
import { partStack } from './part-stack.ts'
import { takeDataDir } from './parts/disk.ts'
import { assertPortFree } from './parts/ports.ts'
import { assertPartPortsFree, openDatabase, openMail, openSheets, openStore } from './parts.ts'
import { localSecrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { startServices } from './start-services.ts'

export interface Product {
  url: string
  /** Where each service listens, by name. */
  services: Readonly<Record<string, string>>
  inboxUrl: string | undefined
  sheetsUrl: string | undefined
  stop(): Promise<void>
}

interface ProductOptions {
  settings: Settings
  log: Logger
  /** Which services run; all of them, behind the gateway, when absent. */
  only?: readonly string[]
  /** Builds the SPA and resolves to its folder. Called when nothing stands in the way of a start. */
  buildWeb?: () => Promise<string>
}

/**
 * Brings up everything in this one process: embedded parts (or the ones the settings name), schemas, services, and
 * the gateway last, so that a gateway that answers means that everything works.
 */
export async function startProduct({ settings, log, only, buildWeb }: ProductOptions): Promise<Product> {
  const { open, stop } = partStack()
  try {
    await open(takeDataDir(settings.DATA_DIR, only ? undefined : settings.PUBLIC_URL))
    if (!only) await assertPortFree(settings.PORT, 'the product', 'PORT', settings.HOST)
    await assertPartPortsFree(settings)
    const webDist = buildWeb?.()
    // A build that fails while the parts still start is reported when the gateway needs it.
    webDist?.catch(() => {})

    const secrets = await localSecrets(settings.DATA_DIR)
    const database = await open(openDatabase(settings, log))
    const store = await open(openStore(settings, secrets, log))
    await open(noteAddresses(settings.DATA_DIR, { databaseUrl: database.url, storeEndpoint: store.env.S3_ENDPOINT }))
    const mail = await open(openMail(settings, log))
    const sheets = await open(openSheets(settings, log))
    const databaseUrls = await migrateAll(database.url, settings.DATABASE_ROLE_SECRET ?? secrets.databaseRoles)

    const names = only ?? serviceNames
    // A broker that is away keeps nothing from starting: each replica declares what it needs when it connects.
    const { AMQP_URL } = settings
    if (AMQP_URL) await declareAll(database.url, AMQP_URL, log).catch((error: unknown) => log.warn({ err: error }, 'no bindings declared'))
    const parts = { bus: createBus(serviceNames), log }
    const { NODE_ENV, LOG_LEVEL, BUSINESS_TIMEZONE, CLOCK_AHEAD, ADMIN_EMAIL, ADMIN_PASSWORD, CAMPAIGN_SENDER_DOMAIN } = settings
    const env = {
      ...process.env,
      NODE_ENV,
      LOG_LEVEL,
      BUSINESS_TIMEZONE,
      CLOCK_AHEAD,
      ADMIN_EMAIL,
      ADMIN_PASSWORD,
      IDENTITY_KEY: settings.IDENTITY_KEY ?? secrets.identityKey,
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
    if (built) await keepBuild(store.env, built)
    const gatewayEnv = { ...running.env, HOST: settings.HOST, PORT: String(settings.PORT), WEB_DIST: built }
    await open(startGateway(gatewayEnv, parts))
    return product
  } catch (error) {
    await stop()
    throw error
  }
}
