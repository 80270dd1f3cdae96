import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateService, serviceDatabaseUrl } from '@app/chassis/db/migrate.ts'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import { expect, onTestFinished } from 'vitest'
import { startPostgres } from '../../../../deploy/local/parts/postgres.ts'
import { addNumbered, migrations, open } from './tested.ts'
import { eventually, openWorld } from './world.ts'

const ROLE_PASSWORD = 'only-for-tests'

/** Starts a Postgres behind a TCP proxy, so that its URL stays the same after a restart, as with a managed database. */
async function restartablePostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), 'restart-test-'))
  await chmod(dataDir, 0o755)
  const start = () => startPostgres({ dataDir, log: { info() {}, warn() {} } })
  let server = await start()
  const front = createServer((client) => {
    const backend = connect(Number(new URL(server.url).port), '127.0.0.1')
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(server.url)
  url.port = String((front.address() as AddressInfo).port)
  return {
    url: url.href,
    async restart() {
      await server.stop()
      server = await start()
    },
    async remove() {
      front.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Restarts Postgres while events are written and handled. `connector` returns the function that connects a replica. */
export async function restartPostgresUnderLoad(connector: () => () => Promise<Transport>): Promise<void> {
  const postgres = await restartablePostgres()
  onTestFinished(() => postgres.remove())
  const urlOf = async (service: string) => {
    await migrateService({ adminUrl: postgres.url, service, migrations, rolePassword: ROLE_PASSWORD })
    return serviceDatabaseUrl(postgres.url, service, ROLE_PASSWORD)
  }
  const publisherUrl = await urlOf('tasks')
  const consumerUrl = await urlOf('notifications')
  const publisher = open(publisherUrl, 'tasks')
  const consumer = open(consumerUrl, 'notifications')
  onTestFinished(async () => {
    await publisher.destroy()
    await consumer.destroy()
  })
  const drop = async () => {}
  const world = await openWorld({ publisher, publisherUrl, consumer, consumerUrl, drop }, connector())
  onTestFinished(() => world.close())
  // Handlers take some time, so that Postgres restarts while they run.
  await world.consume('one', { handle: () => sleep(1) })
  await world.relay()

  const committed: number[] = []
  let n = 0
  let isOver = false
  const write = async () => {
    while (!isOver) {
      n += 1
      const each = n
      await addNumbered(publisher, world.event, each).then(
        () => committed.push(each),
        () => sleep(20),
      )
    }
  }
  const writers = Promise.all([write(), write(), write()])
  await eventually(async () => expect(committed.length).toBeGreaterThan(20))
  const before = committed.length
  await postgres.restart()
  await eventually(async () => expect(committed.length).toBeGreaterThan(before + 20))
  isOver = true
  await writers

  await eventually(async () => expect(await world.outboxSize()).toBe(0), 20_000)
  await eventually(async () => {
    const effects = await world.effects('one')
    expect(committed.filter((each) => !effects.includes(each))).toEqual([])
  })
  // A commit without a response may have succeeded, so its effect may exist, but only once.
  const effects = await world.effects('one')
  expect(effects).toEqual([...new Set(effects)])
}
