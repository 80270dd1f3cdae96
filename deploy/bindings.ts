import { ConfigError, loadConfig } from '@app/chassis/config/config.ts'
import { amqpUrlSetting, databaseUrlSetting } from '@app/chassis/config/url-settings.ts'
import { connect } from '@app/chassis/db/connect.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import {
  type Binding,
  declareBindings,
  deleteRecordedBindings,
  listRecordedBindings,
  recordBindings,
  removeBindings,
  withBroker,
} from '@app/chassis/messaging/bindings.ts'
import type { Kysely } from 'kysely'
import * as Type from 'typebox'
import { runCommand } from './run-command.ts'
import { ofEachService } from './services.ts'

const USAGE = `Lists and removes the bindings of the services' queues.

  npm run bindings -- list            lists the event types of each queue
  npm run bindings -- remove-stale    removes bindings that no service uses; run it when no replica of an older release is left

DATABASE_URL is the database URL of an administrator, AMQP_URL the URL of the broker.`

const addresses = { DATABASE_URL: databaseUrlSetting(), AMQP_URL: Type.Optional(amqpUrlSetting()) }

export const subscribed: Readonly<Record<string, readonly string[]>> = ofEachService(({ subscribedTypes = [] }) => subscribedTypes)

const typesOf = (service: string): readonly string[] => subscribed[service] ?? []

async function withSchema<T>(adminUrl: string, service: string, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const db = connect<unknown>({ url: adminUrl, schema: schemaOf(service), max: 1, onIdleError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Declares the services' queues and bindings before a rollout. If only the new release consumes an event type, such events then wait in a
 * queue until the new release starts.
 */
export async function declareAll(adminUrl: string, amqpUrl: string, log: Logger, services = Object.keys(subscribed)): Promise<void> {
  await withBroker(amqpUrl, async (model) => {
    for (const service of services) await declareBindings(model, service, typesOf(service), log)
  })
  for (const service of services) await withSchema(adminUrl, service, (db) => recordBindings(db, typesOf(service)))
}

const isStale = (service: string, type: string): boolean => !typesOf(service).includes(type)

async function list(adminUrl: string): Promise<string[]> {
  const lines = Object.keys(subscribed).map(async (service) => {
    const bound = await withSchema(adminUrl, service, listRecordedBindings)
    const line = ({ type, declaredAt }: Binding) => `${service}  ${type}  ${declaredAt}${isStale(service, type) ? '  stale' : ''}`
    return bound.map(line)
  })
  return (await Promise.all(lines)).flat()
}

/** Removes the bindings of event types that a service no longer consumes, in the broker and in the service's table of bindings. */
async function removeStale(adminUrl: string, amqpUrl: string): Promise<string[]> {
  const removed: string[] = []
  await withBroker(amqpUrl, async (model) => {
    for (const service of Object.keys(subscribed)) {
      await withSchema(adminUrl, service, async (db) => {
        const stale = (await listRecordedBindings(db)).map(({ type }) => type).filter((type) => isStale(service, type))
        await removeBindings(model, service, stale)
        await deleteRecordedBindings(db, stale)
        removed.push(...stale.map((type) => `${service}  ${type}  removed`))
      })
    }
  })
  return removed
}

async function main([command]: readonly string[]): Promise<void> {
  const { DATABASE_URL, AMQP_URL } = loadConfig(addresses, process.env)
  if (command === 'list') process.stdout.write(`${(await list(DATABASE_URL)).join('\n')}\n`)
  else if (command === 'remove-stale' && AMQP_URL)
    process.stdout.write(`${(await removeStale(DATABASE_URL, AMQP_URL)).join('\n') || 'No stale bindings.'}\n`)
  else throw new ConfigError([USAGE])
}

runCommand(import.meta.url, main)
