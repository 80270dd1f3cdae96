import { once } from 'node:events'
import http from 'node:http'
import { connect } from '@app/chassis/db/connect.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import type { App } from '@app/chassis/http/app.ts'
import { readOutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { type person, testTokens } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestStore, TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import type { EventData } from '@app/contracts/define.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import type { Kysely } from 'kysely'
import { Registry } from 'prom-client'
import { inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import type { CompanyDeps } from '../src/deps.ts'

export const INTERNAL_MAIL_KEY = Buffer.alloc(32, 9).toString('base64')
export const INTERNAL_DATA_KEY = Buffer.alloc(32, 10).toString('base64')
export const ORIGIN = 'https://portal.example'

export const FIELDS = { companyName: 'Palm Bakery', industry: 'Food', email: 'hello@palm.example', phone: '8035550100' }

type Fields = Readonly<Record<string, string>>
type Files = Readonly<Record<string, Uint8Array<ArrayBuffer>>>
type Person = ReturnType<typeof person>

export interface CompanyService {
  app: App
  db: Kysely<Tables>
  url: string
  store: Awaited<ReturnType<typeof createTestStore>>
  deps: CompanyDeps
  save(owner: Person, fields?: Fields, files?: Files, headers?: Fields): Promise<Awaited<ReturnType<typeof sendForm>>>
  create(owner: Person): Promise<Record<string, string>>
  /** Sends a PUT for a signed URL directly to the store. Returns the status code. */
  put(url: string, body: Buffer, contentType?: string): Promise<number | undefined>
  keys(prefix: string): Promise<string[]>
  close(): Promise<void>
}

async function sendForm(app: App, owner: Person, fields: Fields, files: Files, headers: Fields) {
  const form = await multipart(fields, files)
  return app.inject({
    method: 'POST',
    url: '/company/update-company-profile',
    payload: form.payload,
    headers: { ...form.headers, ...owner.headers, ...headers },
  })
}

async function put(bucket: string, url: string, body: Buffer, contentType: string): Promise<number | undefined> {
  const { pathname, search } = new URL(url, TEST_ORIGIN)
  const { hostname, port } = new URL(inject('s3').endpoint)
  const headers = { 'content-type': contentType, 'content-length': body.length, 'x-ms-blob-type': 'BlockBlob' }
  const path = pathname.replace(/^\/files\//, `/${bucket}/`) + search
  const request = http.request({ hostname, port, method: 'PUT', path, headers })
  // A store that rejects the request may close the connection before it has read the body.
  request.on('error', () => {}).end(body)
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
  reply.resume()
  return reply.statusCode
}

/** Handles an event of identity about an admin. */
export async function reportAdmin(
  { db }: Pick<CompanyService, 'db'>,
  admin: Partial<EventData<typeof UserChanged>>,
  version = 1,
): Promise<void> {
  const account = { userId: crypto.randomUUID(), email: 'dana@example.com', username: 'Admin', role: 'admin' as const, emailVerified: true }
  const data = { change: 'admin-added' as const, ...account, ...admin }
  const subscription = subscriptions.find(({ event }) => event === UserChanged)
  await inTransaction(db, async (trx) => subscription?.handle(trx, envelope(UserChanged, data, version) as never))
}

export async function createCompany(overrides: Partial<CompanyDeps> = {}): Promise<CompanyService> {
  const [database, store] = await Promise.all([createTestDatabase('company', migrations), createTestStore()])
  const db = connect<Tables>({ url: database.url, schema: schemaOf('company'), max: 10, onIdleError: () => {} })
  const { log } = recordingLogger()
  const sheetHosts = readOutboundHosts('script.google.com, 127.0.0.1:8123', 'test')
  const closed = 'http://127.0.0.1:1'
  const deps: CompanyDeps = {
    db,
    store,
    sheetHosts,
    log,
    registry: new Registry(),
    checks: {},
    parts: () => [],
    ...testTokens,
    internalMailKey: INTERNAL_MAIL_KEY,
    internalDataKey: INTERNAL_DATA_KEY,
    origin: ORIGIN,
    serviceUrls: {
      identity: closed,
      tasks: closed,
      documents: closed,
      'crm-proxy': closed,
      campaigns: closed,
      notifications: closed,
    },
    now: () => new Date(),
    ...overrides,
  }
  const app = await buildApp(deps)
  const save = (owner: Person, fields: Fields = FIELDS, files: Files = {}, headers: Fields = {}) =>
    sendForm(app, owner, fields, files, headers)
  return {
    app,
    db,
    url: database.url,
    store,
    deps,
    save,
    create: async (owner) => (await save(owner, FIELDS, { logo: png() })).json().companyProfile,
    put: (url, body, contentType = 'image/png') => put(store.bucket, url, body, contentType),
    async keys(prefix) {
      const keys: string[] = []
      for await (const { key } of store.list(prefix)) keys.push(key)
      return keys
    },
    async close() {
      await app.close()
      await db.destroy()
      await database.drop()
    },
  }
}
