import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connect } from '@app/chassis/db/connect.ts'
import { createLogger } from '@app/chassis/logger.ts'
import { amqpTransport } from '@app/chassis/messaging/amqp.ts'
import { atBroker, declareBindings, noteBindings } from '@app/chassis/messaging/bindings.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres } from '../local/parts/postgres.ts'
import { type Broker, canStartRabbitmq, startRabbitmq } from './rabbitmq.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const log = createLogger({ level: 'silent' })
/** What a later release, which was rolled back, once asked for. */
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

describe.runIf(canStartRabbitmq || process.env.CI)('what is bound at the broker', () => {
  let broker: Broker
  let dataDir: string
  let database: Awaited<ReturnType<typeof startPostgres>>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bindings-test-'))
    await chmod(dataDir, 0o755)
    const started = await Promise.all([startRabbitmq(), startPostgres({ dataDir, log: { info() {}, warn() {} } })])
    broker = started[0]
    database = started[1]
  }, 120_000)
  afterAll(async () => {
    await Promise.all([broker?.remove(), database?.stop()])
    await rm(dataDir, { recursive: true, force: true })
  })

  async function run(program: string, ...args: string[]): Promise<string> {
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
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

  it('is declared by the migration, before any service runs; what nobody asks for any more is listed and removed', async () => {
    await run('deploy/migrate.ts')
    const asked = ['identity.user-registered.v1', 'identity.user-state.v1', 'company.profile-state.v1', 'tasks.task-created.v1']
    expect(await outcomes(...asked)).toEqual(asked.map(() => 'delivered'))
    expect(await run('deploy/bindings.ts', 'list')).not.toContain('stale')

    await atBroker(broker.url, (model) => declareBindings(model, 'tasks', [LATER], log))
    const db = connect<unknown>({ url: database.url, schema: 'tasks', max: 1, onIdleError: () => {} })
    await noteBindings(db, [LATER])
    await db.destroy()
    // Neither a migration nor a start of this release touches it.
    await run('deploy/migrate.ts')
    expect(await outcomes(LATER)).toEqual(['delivered'])
    expect(await run('deploy/bindings.ts', 'list')).toMatch(new RegExp(`^tasks  ${LATER}  \\S+  stale$`, 'm'))

    expect(await run('deploy/bindings.ts', 'remove-stale')).toBe(`tasks  ${LATER}  removed\n`)
    expect(await outcomes(LATER, 'company.profile-state.v1')).toEqual(['unroutable', 'delivered'])
    expect(await run('deploy/bindings.ts', 'list')).not.toContain('stale')
  }, 120_000)
})
