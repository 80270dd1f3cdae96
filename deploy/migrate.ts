import { ConfigError, type Env, loadConfig, storeConfig } from '@app/chassis/config/config.ts'
import { amqpUrlSetting, databaseUrlSetting } from '@app/chassis/config/url-settings.ts'
import { rolePassword } from '@app/chassis/db/database-url.ts'
import { type Migrations, migrateService, roleOf, serviceDatabaseUrl } from '@app/chassis/db/migrate.ts'
import { createLogger } from '@app/chassis/logging/logger.ts'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import { serviceNames } from '@app/contracts/define.ts'
import * as Type from 'typebox'
import { declareAll } from './bindings.ts'
import { keepBuild } from './keep-build.ts'
import { retryUntilAvailable } from './retry-until-available.ts'
import { runCommand } from './run-command.ts'
import { isService, ofEachService } from './services.ts'

export const schemas: Readonly<Record<string, Migrations>> = ofEachService(({ migrations }) => migrations)

const PRINT_URLS = '--print-urls'

const schema = {
  DATABASE_URL: databaseUrlSetting(),
  DATABASE_ROLE_SECRET: Type.String({ minLength: 1 }),
  AMQP_URL: Type.Optional(amqpUrlSetting()),
}

/** Runs the given migrations and updates the role of every service. Returns the database URL of each service. */
export async function migrateAll(adminUrl: string, roleSecret: string, all = schemas): Promise<Record<string, string>> {
  const urls: Record<string, string> = {}
  for (const [service, migrations] of Object.entries(all)) {
    const password = rolePassword(roleSecret, roleOf(service))
    await migrateService({ adminUrl, service, migrations, rolePassword: password })
    urls[service] = serviceDatabaseUrl(adminUrl, service, password)
  }
  return urls
}

/** Creates the bucket if `S3_ENDPOINT` is set, and uploads the web app's assets if `WEB_DIST` is set. Returns the bucket's name. */
export async function prepareStore(env: Env): Promise<string | undefined> {
  if (!env.S3_ENDPOINT) return undefined
  const config = loadConfig(storeConfig, env)
  await retryUntilAvailable('the file store', config.S3_ENDPOINT, () => prepareBucket(config))
  if (env.WEB_DIST) await keepBuild(config, env.WEB_DIST)
  return config.S3_BUCKET
}

function servicesOf(names: readonly string[]): string[] {
  const unknown = names.find((name) => !isService(name))
  if (unknown) throw new ConfigError([`There is no service "${unknown}": choose one of ${serviceNames.join(', ')}`])
  return names.length > 0 ? [...names] : [...serviceNames]
}

/**
 * Implements `npm run migrate`: prepares the named services, or all services, for a rollout of this release. `DATABASE_URL` must be the URL
 * of an administrator. Declares queues and bindings if `AMQP_URL` is set. The option `--print-urls` prints the database URL of each
 * service.
 */
async function main(args: readonly string[]): Promise<void> {
  const services = servicesOf(args.filter((word) => word !== PRINT_URLS))
  const { DATABASE_URL, DATABASE_ROLE_SECRET, AMQP_URL } = loadConfig(schema, process.env)
  const some = Object.fromEntries(Object.entries(schemas).filter(([service]) => services.includes(service)))
  const urls = await retryUntilAvailable('the database', DATABASE_URL, () => migrateAll(DATABASE_URL, DATABASE_ROLE_SECRET, some))
  if (AMQP_URL) {
    const log = createLogger({ level: 'warn' })
    await retryUntilAvailable('the broker', AMQP_URL, () => declareAll(DATABASE_URL, AMQP_URL, log, services))
  }
  const lines = Object.entries(urls).map(([service, url]) => (args.includes(PRINT_URLS) ? `${service} ${url}` : `${service} is up to date`))
  const bucket = await prepareStore(process.env)
  if (bucket) lines.push(`bucket ${bucket} is ready`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

runCommand(import.meta.url, main)
