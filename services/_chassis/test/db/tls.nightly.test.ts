import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@app/chassis/db/connect.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { listen } from '@app/chassis/db/listen.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'

/** Self-signed certificate for 127.0.0.1, valid until 2126 and used only by this test. */
const CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUHzyrziIpIIodyeReKBehbYV0wDQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyNDE5MjQ0OFoYDzIxMjYxMDMx
MTkyNDQ4WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQOteZ1B3Ci8ohW4BpfEqZ0nO2EFWxaLWzl9XO//SizUHK+7rGtvKKD
w3NVeeP5dmlaGNij4d0C2fYCZMs438bwo2QwYjAdBgNVHQ4EFgQUMv9n5biqQ3UI
exEbgl2bKMqfMvYwHwYDVR0jBBgwFoAUMv9n5biqQ3UIexEbgl2bKMqfMvYwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IGpbJi0vqDHvGafLtEqQHsfcv1EEp35LxoFjUa5TTuQUAiEAkvEnxQStb7a9E2lo
CLXXbNm9xRb5IvTG+LHHRpQxDRk=
-----END CERTIFICATE-----
`
const PRIVATE_KEY = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPr9vHzmat6wL/Heu
cYFlfT46BnaCFAzVgfk29r++jGyhRANCAAQOteZ1B3Ci8ohW4BpfEqZ0nO2EFWxa
LWzl9XO//SizUHK+7rGtvKKDw3NVeeP5dmlaGNij4d0C2fYCZMs438bw
-----END PRIVATE KEY-----
`

let postgres: OwnPostgres
let folder: string
let url: string

const isEncrypted = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`

beforeAll(async () => {
  postgres = await startOwnPostgres()
  const { uid, gid } = await stat(postgres.folder)
  for (const [name, text] of [
    ['server.crt', CERTIFICATE],
    ['server.key', PRIVATE_KEY],
  ] as const) {
    const file = join(postgres.folder, name)
    await writeFile(file, text.trimStart(), { mode: 0o600 })
    await chown(file, uid, gid)
  }
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('alter system set ssl = on')
  await admin.query('select pg_reload_conf()')
  await vi.waitFor(async () => expect((await admin.query('show ssl')).rows).toEqual([{ ssl: 'on' }]))
  await admin.end()
  folder = await mkdtemp(join(tmpdir(), 'tls-'))
  const authority = join(folder, 'authority.crt')
  await writeFile(authority, CERTIFICATE.trimStart())
  url = `${postgres.url}?sslmode=verify-full&sslrootcert=${authority}`
})
afterAll(async () => {
  await postgres?.remove()
  if (folder) await rm(folder, { recursive: true })
})

it('queries of all sizes and transactions use TLS', async () => {
  const db = connect<unknown>({ url, schema: 'public', max: 2, onIdleError: () => {} })
  expect((await isEncrypted.execute(db)).rows).toEqual([{ ssl: true }])
  for (const length of [0, 1, 16_384, 65_536, 3_000_000]) {
    const { rows } = await sql<{ text: string }>`select repeat('ä1', ${length}::integer) as text`.execute(db)
    expect(rows[0]?.text === 'ä1'.repeat(length)).toBe(true)
  }
  const { rows } = await inTransaction(db, (trx) => isEncrypted.execute(trx))
  expect(rows).toEqual([{ ssl: true }])
  await db.destroy()
})

it('notifications use TLS', async () => {
  const received: string[] = []
  const ready = Promise.withResolvers<void>()
  const { log } = recordingLogger()
  const listening = listen({ url, channels: { said: (payload) => received.push(payload) }, onListening: ready.resolve, log })
  await ready.promise
  const db = connect<unknown>({ url, schema: 'public', max: 1, onIdleError: () => {} })
  await sql`select pg_notify('said', 'over TLS')`.execute(db)
  await expect.poll(() => received).toEqual(['over TLS'])
  await db.destroy()
  await listening.stop()
})

it('a server with an untrusted certificate is rejected', async () => {
  const db = connect<unknown>({ url: `${postgres.url}?sslmode=verify-full`, schema: 'public', max: 1, onIdleError: () => {} })
  await expect(isEncrypted.execute(db)).rejects.toThrow('self-signed certificate')
  await db.destroy()
})
