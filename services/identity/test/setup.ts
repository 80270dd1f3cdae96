import { randomBytes } from 'node:crypto'
import { connect } from '@app/chassis/db/connect.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import type { App } from '@app/chassis/http/app.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { claimsOf, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import type { Kysely } from 'kysely'
import { Registry } from 'prom-client'
import { markOperator } from '../src/admins/mark-operator.ts'
import { putAdmin } from '../src/admins/put-admin.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createDeps } from '../src/create-deps.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import type { IdentityDeps } from '../src/deps.ts'

export const PASSWORD = 'Correct-horse-1!'
export const INTERNAL_MAIL_KEY = Buffer.alloc(32, 9).toString('base64')
export const INTERNAL_DATA_KEY = Buffer.alloc(32, 10).toString('base64')
/** Settings that the service needs besides the database and its key. */
export const SETTINGS = { PUBLIC_URL: 'https://portal.example', INTERNAL_MAIL_KEY, INTERNAL_DATA_KEY }
export const newEmail = (): string => `${crypto.randomUUID()}@example.com`

export interface Identity {
  db: Kysely<Tables>
  url: string
  identityKey: string
  deps: IdentityDeps
  lines: string[]
  build(change?: Partial<IdentityDeps>): Promise<App>
  close(): Promise<void>
}

export const newKey = (): string => randomBytes(32).toString('base64')

export async function createIdentity(): Promise<Identity> {
  const database = await createTestDatabase('identity', migrations)
  const db = connect<Tables>({ url: database.url, schema: schemaOf('identity'), max: 10, onIdleError: () => {} })
  const { log, lines } = recordingLogger()
  const identityKey = newKey()
  const deps = await createDeps(
    { db, log, registry: new Registry(), ...testTokens, checks: {}, parts: () => [] },
    readConfig({ ...SETTINGS, DATABASE_URL: database.url, IDENTITY_KEY: identityKey }),
  )
  const apps: App[] = []
  return {
    db,
    url: database.url,
    identityKey,
    deps,
    lines,
    async build(change = {}) {
      const app = await buildApp({ ...deps, registry: new Registry(), ...change })
      apps.push(app)
      return app
    },
    async close() {
      for (const app of apps) await app.close()
      await db.destroy()
      await database.drop()
    },
  }
}

let clients = 0

/** Returns a client with its own IP address, so that tests do not share rate limits. */
export function client(app: App) {
  clients++
  const headers = { 'x-forwarded-for': `198.51.${Math.floor(clients / 250)}.${clients % 250}` }
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload, headers })
  return {
    post,
    remove: (id: string, token: string, proof: object = { password: PASSWORD }) =>
      app.inject({
        method: 'DELETE',
        url: `/admin/admins/${id}`,
        payload: proof,
        headers: { ...headers, authorization: `Bearer ${token}` },
      }),
    postAs: (token: string, url: string, payload: object) =>
      app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: `Bearer ${token}` } }),
    putAs: (token: string, url: string, payload: object) =>
      app.inject({ method: 'PUT', url, payload, headers: { ...headers, authorization: `Bearer ${token}` } }),
    get: (url: string, token: string) => app.inject({ url, headers: { ...headers, authorization: `Bearer ${token}` } }),
    signUp: (email: string, change: object = {}) => post('/user', { username: 'Ada', email, password: PASSWORD, ...change }),
    signIn: (email: string, password: string = PASSWORD) => post('/auth', { email, password }),
  }
}

/** Adds an admin, and returns a session with a token. */
export async function newAdmin({ deps }: Pick<Identity, 'deps'>, app: App, { isOperator = false } = {}) {
  const email = newEmail()
  await putAdmin(deps, { email, password: PASSWORD, by: 'operator' })
  if (isOperator) await markOperator(deps, email, true)
  const { token } = (await client(app).post('/admin/login', { email, password: PASSWORD })).json<{ token: string }>()
  return { id: claimsOf(token).sub, email, token }
}

/** Signs an owner up and in. */
export async function signedInOwner(app: App) {
  const email = await newOwner(app)
  const { Token: token } = (await client(app).signIn(email)).json<{ Token: string }>()
  return { id: claimsOf(token).sub, email, token }
}

export async function newOwner(app: App): Promise<string> {
  const email = newEmail()
  await client(app).signUp(email)
  return email
}
