import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect as connectTo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connect } from '@app/chassis/db/connect.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { createLogger } from '@app/chassis/logging/logger.ts'
import { amqpTransport } from '@app/chassis/messaging/amqp.ts'
import { declareBindings, recordBindings, withBroker } from '@app/chassis/messaging/bindings.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { queueOf } from '@app/chassis/messaging/topology.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { completeRestore } from '../../backup/complete-restore.ts'
import { withConnection } from '../../backup/database/connect.ts'
import { subscribed } from '../../bindings.ts'
import { startObjectStore } from '../../local/parts/object-store/start.ts'
import { freePort } from '../../local/parts/ports.ts'
import { startPostgres } from '../../local/parts/postgres.ts'
import { retryUntilAvailable } from '../../retry-until-available.ts'
import { cachedEnvironment } from '../support/product.ts'
import { type Broker, canStartRabbitmq, startRabbitmq } from '../support/rabbitmq.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const log = createLogger({ level: 'silent' })
/** Event type that only a later release has. The test simulates a rollback of that release to this code. */
const LATER = `tasks.invented-${crypto.randomUUID().slice(0, 8)}.v1`

const event = (type: string): EventEnvelope => ({
  specversion: '1.0',
  id: crypto.randomUUID(),
  source: '/test',
  type,
  subject: 'a1',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: 'c1',
  aggregateversion: 1,
  data: {},
})

/** Returns a URL that refuses connections until `open` is called. After that, a proxy forwards connections to the URL `to`. */
async function lateProxy(to: string) {
  const url = new URL(to)
  const behind = { port: Number(url.port), host: url.hostname }
  url.port = String(await freePort())
  const server = createServer((client) => {
    const onward = connectTo(behind)
    client.on('error', () => onward.destroy())
    onward.on('error', () => client.destroy())
    client.pipe(onward).pipe(client)
  })
  onTestFinished(() => void server.close())
  return { url: url.href, host: url.host, open: () => once(server.listen(Number(url.port), '127.0.0.1'), 'listening') }
}

describe.runIf(canStartRabbitmq || process.env.CI)('bindings at the broker', () => {
  let broker: Broker
  let dataDir: string
  let database: Awaited<ReturnType<typeof startPostgres>>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bindings-test-'))
    await chmod(dataDir, 0o755)
    const started = await Promise.all([startRabbitmq(), startPostgres({ dataDir, log: { info() {}, warn() {} }, durable: false })])
    broker = started[0]
    database = started[1]
    await run('deploy/migrate.ts')
  }, 120_000)
  afterAll(async () => {
    await Promise.all([broker?.remove(), database?.stop()])
    await rm(dataDir, { recursive: true, force: true })
  })

  const run = (program: string, ...args: string[]) => runOn(database.url, program, ...args)

  async function runOn(databaseUrl: string, program: string, ...args: string[]): Promise<string> {
    const env = {
      ...cachedEnvironment,
      DATABASE_URL: databaseUrl,
      DATABASE_ROLE_SECRET: 'only-for-tests',
      AMQP_URL: broker.url,
      S3_ENDPOINT: '',
    }
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: root, env, timeout: 60_000 })
    return stdout
  }

  async function outcomes(...types: string[]): Promise<string[]> {
    const transport = await amqpTransport({ url: broker.url, log })
    return transport.publish(types.map(event)).finally(() => transport.stop())
  }

  it('are declared by the migration before any service runs, and stale ones are listed and removed', async () => {
    const consumed = ['identity.user-changed.v1', 'identity.email-requested.v1', 'company.profile-saved.v1', 'tasks.task-created.v1']
    expect(await outcomes(...consumed)).toEqual(consumed.map(() => 'delivered'))
    expect(await run('deploy/bindings.ts', 'list')).not.toContain('stale')

    await withBroker(broker.url, (model) => declareBindings(model, 'tasks', [LATER], log))
    const db = connect<unknown>({ url: database.url, schema: 'tasks', max: 1, onIdleError: () => {} })
    await recordBindings(db, [LATER])
    await db.destroy()
    // Neither a migration nor a start of this release removes the binding of the later release.
    await run('deploy/migrate.ts')
    expect(await outcomes(LATER)).toEqual(['delivered'])
    expect(await run('deploy/bindings.ts', 'list')).toMatch(new RegExp(`^tasks  ${LATER}  \\S+  stale$`, 'm'))

    expect(await run('deploy/bindings.ts', 'remove-stale')).toBe(`tasks  ${LATER}  removed\n`)
    expect(await outcomes(LATER, 'company.profile-saved.v1')).toEqual(['unroutable', 'delivered'])
    expect(await run('deploy/bindings.ts', 'list')).not.toContain('stale')
  }, 120_000)

  it('are declared for a single service with its own database, and only its schema is created', { tags: 'nightly' }, async () => {
    const name = `alone_${crypto.randomUUID().slice(0, 8)}`
    await withConnection(database.url, (client) => client.query(`create database ${name}`))
    const alone = Object.assign(new URL(database.url), { pathname: name }).href
    expect(await runOn(alone, 'deploy/migrate.ts', 'campaigns')).toBe('campaigns is up to date\n')
    const schemas = `select schema_name as name from information_schema.schemata where schema_name = any('{campaigns,tasks,identity}')`
    await withConnection(alone, async (client) => {
      expect((await client.query(schemas)).rows).toEqual([{ name: 'campaigns' }])
      expect((await client.query('select count(*)::int as count from campaigns.binding')).rows).toEqual([
        { count: subscribed.campaigns?.length },
      ])
    })
    await expect(runOn(alone, 'deploy/migrate.ts', 'campains')).rejects.toThrow(
      'There is no service "campains": choose one of identity, company, tasks',
    )
  })

  it('have empty queues after a restore of the database; campaigns are paused and unhandled events are published again', async () => {
    const type = 'tasks.task-created.v1'
    await outcomes(type)
    const waiting = async (): Promise<number> => {
      let count = 0
      await withBroker(broker.url, async (model) => {
        const channel = await model.createChannel()
        for (const service of Object.keys(subscribed)) count += (await channel.checkQueue(queueOf(service))).messageCount
      })
      return count
    }
    await expect.poll(waiting).toBeGreaterThan(0)
    const [onItsWay, handled] = [event(type), event(type)]
    await withConnection(database.url, async (client) => {
      const log = 'insert into tasks.event_log (id, type, event, is_unroutable) values ($1, $2, $3, false)'
      for (const each of [onItsWay, handled]) await client.query(log, [each.id, type, each])
      for (const [service, types] of Object.entries(subscribed))
        if (types.includes(type)) await client.query(`insert into ${schemaOf(service)}.inbox values ($1, $2)`, [service, handled.id])

      expect(await completeRestore({ databaseUrl: database.url, amqpUrl: broker.url })).toBe(1)
      expect((await client.query('select id from tasks.outbox')).rows).toEqual([{ id: onItsWay.id }])
      expect((await client.query('select scope from campaigns.suspension')).rows).toEqual([{ scope: 'all' }])
    })
    expect(await waiting()).toBe(0)
  }, 120_000)

  it('deliver events that the republish command publishes again; the command explains its arguments', { tags: 'nightly' }, async () => {
    const type = 'tasks.task-created.v1'
    const logged = event(type)
    await withConnection(database.url, (client) =>
      client.query('insert into tasks.event_log (id, type, event, is_unroutable) values ($1, $2, $3, false)', [logged.id, type, logged]),
    )
    await expect(run('deploy/republish.ts')).rejects.toThrow('Set the environment variables of that service. The service must be running.')
    await expect(run('deploy/republish.ts', 'tasks', '--since', 'yesterday')).rejects.toThrow('--since must be a time, such as')
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
    expect(await run('deploy/republish.ts', 'tasks', '--since', anHourAgo)).toMatch(/^[1-9]\d* events will be published again\n$/)
    await withConnection(database.url, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from tasks.outbox')
      expect(rows.map(({ id }) => id)).toContain(logged.id)
      await client.query('delete from tasks.outbox; delete from tasks.event_log')
    })
  })

  it('are declared after waiting for a database, a broker and a file store that are still starting', { tags: 'nightly' }, async () => {
    const keys = { accessKey: 'late', secretKey: 'only-for-tests' }
    const store = await startObjectStore({ dataDir, ...keys, log: { info() {}, warn() {} } })
    onTestFinished(() => store.stop())
    const parts = { database: database.url, broker: broker.url, 'file store': store.endpoint }
    const doors = await Promise.all(Object.entries(parts).map(async ([what, url]) => ({ what, ...(await lateProxy(url)) })))
    const [DATABASE_URL, AMQP_URL, S3_ENDPOINT] = doors.map(({ url }) => url)
    const env = { ...cachedEnvironment, DATABASE_URL, AMQP_URL, S3_ENDPOINT, DATABASE_ROLE_SECRET: 'only-for-tests' }
    const child = spawn(process.execPath, ['deploy/migrate.ts'], {
      cwd: root,
      env: { ...env, S3_ACCESS_KEY: keys.accessKey, S3_SECRET_KEY: keys.secretKey },
    })
    const ended = once(child, 'exit')
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
    for (const { what, host, open } of doors) {
      await expect.poll(() => printed, { timeout: 60_000 }).toContain(`Waiting for the ${what} at ${host}: `)
      await open()
    }
    expect(await ended).toEqual([0, null])
    expect(printed).toContain('bucket files is ready')
    expect(printed).not.toContain('only-for-tests')
  })

  it('are not declared if the broker is unreachable, and the error names it', async () => {
    const url = 'amqp://guest:secret@127.0.0.1:9'
    const away = retryUntilAvailable('the broker', url, () => withBroker(url, async () => {}), 0)
    await expect(away).rejects.toThrow('the broker at 127.0.0.1:9: a dependency cannot be reached (ECONNREFUSED)')
  })
})
