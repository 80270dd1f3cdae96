import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { connect } from '@app/chassis/db/connect.ts'
import { migrateService, serviceDatabaseUrl } from '@app/chassis/db/migrate.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../../_chassis/test/db/own-postgres.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { createFeedFollower } from '../src/live/feed-follower.ts'

const ROLE_PASSWORD = 'only-for-tests'

const servers: OwnPostgres[] = []
let db: Kysely<Tables>
/** Port of the database server to which the proxy forwards new connections of `db`. */
let port: number
const sockets = new Set<Socket>()
const proxy = createServer((socket) => {
  const server = connectSocket(port, '127.0.0.1')
  for (const [one, other] of [
    [socket, server],
    [server, socket],
  ] as const) {
    sockets.add(one)
    one.on('error', () => {}).once('close', () => other.destroy())
    one.pipe(other)
  }
})

beforeAll(async () => {
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
afterAll(async () => {
  await db.destroy()
  for (const socket of sockets) socket.destroy()
  proxy.close()
  for (const server of servers) await server.remove()
})

async function startServer(copyOf?: OwnPostgres): Promise<OwnPostgres> {
  const server = await startOwnPostgres({ copyOf })
  servers.push(server)
  port = Number(new URL(server.url).port)
  return server
}

const store = (message: string) => sql`insert into notification (audience_admins, type, message) values (true, 'x', ${message})`.execute(db)

it('reloads all readers after the database was restored to an earlier time, and then sends new notifications', {
  tags: 'nightly',
}, async () => {
  const backup = await startServer()
  await migrateService({ adminUrl: backup.url, service: 'notifications', migrations, rolePassword: ROLE_PASSWORD })
  const through = new URL(serviceDatabaseUrl(backup.url, 'notifications', ROLE_PASSWORD))
  through.port = String((proxy.address() as AddressInfo).port)
  db = connect<Tables>({ url: through.href, schema: 'notifications', max: 2, onIdleError: () => {} })
  await backup.stop()

  const live = await startServer(backup)
  const sent: string[] = []
  const { log } = recordingLogger()
  const send = (rows: readonly { message: string }[]) => sent.push(...rows.map(({ message }) => message))
  const follower = createFeedFollower({ db, send, reload: () => sent.push('reload'), log })
  await follower.read()
  for (const message of ['one', 'two', 'three']) await store(message)
  await follower.read()
  await live.stop()

  // The restored database continues with the row ids and transaction ids of the backup. After the four inserts, the ids are higher than
  // before the restore.
  await startServer(backup)
  for (const message of ['other one', 'other two', 'other three', 'other four'])
    await expect
      .poll(() =>
        store(message).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  follower.wake()
  await expect.poll(() => sent).toEqual(['one', 'two', 'three', 'reload'])
  await store('after')
  await follower.read()
  expect(sent.slice(4)).toEqual(['after'])
  await follower.stop()
})
