import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { App } from '@app/chassis/http/app.ts'
import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { sql } from 'kysely'
import { URI } from 'otpauth'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { putAdmin } from '../src/admins/put-admin.ts'
import { readConfig } from '../src/config.ts'
import { createDeps } from '../src/create-deps.ts'
import { encryptStoredSecrets } from '../src/encryption/change-stored-secrets.ts'
import { createFieldCipher } from '../src/encryption/field-cipher.ts'
import { mailCodes } from '../src/resets/mail-codes.ts'
import { runCommand } from './command.ts'
import { mailedCode, mailedToken } from './mail/requested.ts'
import { client, createIdentity, type Identity, newEmail, newKey, newOwner, PASSWORD, SETTINGS } from './setup.ts'

let identity: Identity
beforeEach(async () => {
  identity = await createIdentity()
})
afterEach(() => identity.close())

async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'identity'`.execute(identity.db)
  const rows = tables.rows.map(({ name }) => sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(identity.db))
  return (await Promise.all(rows)).flatMap((result) => result.rows.map(({ row }) => row)).join('\n')
}

const depsWith = (keys: object) => createDeps({ ...identity.deps }, readConfig({ ...SETTINGS, DATABASE_URL: identity.url, ...keys }))
const replica = async (keys: object = { IDENTITY_KEY: identity.identityKey }): Promise<App> =>
  identity.build({ ...(await depsWith(keys)), registry: new Registry() })

async function newAdmin(): Promise<string> {
  const email = newEmail()
  await putAdmin(identity.deps, { email, password: PASSWORD, by: 'operator' })
  return email
}
const enter = (app: App, email: string, code?: string) =>
  client(app).post('/admin/login', { email, password: PASSWORD, ...(code && { code }) })
const shown = ({ otpauthUrl }: SecondFactorSecret, ahead = 0): string =>
  URI.parse(otpauthUrl).generate({ timestamp: Date.now() + ahead * 30_000 })

async function setUpFactor(app: App) {
  const email = await newAdmin()
  const headers = { authorization: `Bearer ${(await enter(app, email)).json().token}` }
  const secondFactor = (await app.inject({ method: 'POST', url: '/admin/second-factor', headers })).json<SecondFactorSecret>()
  const confirmed = await app.inject({ method: 'PUT', url: '/admin/second-factor', headers, payload: { code: shown(secondFactor) } })
  // The old token ended when the factor was set up.
  return { email, secondFactor, ...confirmed.json<{ recoveryCodes: string[]; token: string }>() }
}

async function privateKeys(): Promise<string[]> {
  const { signingKeys } = identity.deps
  const { privateKey } = await signingKeys.current(new Date())
  return [privateKey.split('\n')[1] ?? '']
}

describe('a dump of the database', () => {
  it('contains no plaintext of second factors, recovery codes, reset codes, verification links or private keys', async () => {
    const app = await replica()
    const { secondFactor, recoveryCodes } = await setUpFactor(app)
    const owner = await newOwner(app)
    await client(app).post('/reset-password', { email: owner })
    await mailCodes(identity.deps)
    const [code, token] = [await mailedCode(identity, owner), await mailedToken(identity, owner)]
    expect([code.length, token.length]).toEqual([5, 43])
    const rows = await dump()
    expect(rows).toContain('aes256gcm.')
    expect(rows).not.toContain(secondFactor.secret)
    for (const recoveryCode of recoveryCodes) expect(rows).not.toContain(recoveryCode.replaceAll('-', ''))
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(token)
    expect(rows).not.toContain('PRIVATE KEY')
    for (const key of await privateKeys()) expect(rows).not.toContain(key)
    for (const key of [identity.deps.resetSecret, identity.deps.verificationSecret]) expect(rows).not.toContain(key)
  })
})

describe('a value', () => {
  it('can be decrypted only in its row, and only if it is unchanged', () => {
    const cipher = createFieldCipher({ IDENTITY_KEY: newKey() })
    const [here, there] = [{ table: 'second_factors', id: 'a' } as const, { table: 'second_factors', id: 'b' } as const]
    const stored = cipher.encrypt('secret', here)
    expect(stored).not.toBe(cipher.encrypt('secret', here))
    expect(cipher.decrypt(stored, here)).toBe('secret')
    expect(() => cipher.decrypt(stored, there)).toThrow()
    const changed = stored.slice(0, -2) + (stored.endsWith('AA') ? 'BB' : 'AA')
    expect(() => cipher.decrypt(changed, here)).toThrow()
    expect(() => cipher.decrypt('secret', here)).toThrow('IDENTITY_KEY')
    expect(() => createFieldCipher({ IDENTITY_KEY: newKey() }).decrypt(stored, here)).toThrow('IDENTITY_KEY')
  })
})

describe('the key', () => {
  it('can be rotated; the previous key still decrypts until the command has run', { tags: 'nightly' }, async () => {
    const { email, secondFactor, token } = await setUpFactor(await replica())
    const owner = await newOwner(await replica())
    await client(await replica()).post('/reset-password', { email: owner })
    await mailCodes(identity.deps)
    const [link, code] = [await mailedToken(identity, owner), await mailedCode(identity, owner)]
    const keys = { IDENTITY_KEY: newKey(), IDENTITY_KEY_PREVIOUS: identity.identityKey }
    expect((await client(await replica(keys)).get('/me', token)).statusCode).toBe(200)
    expect(await runCommand('encrypt-secrets.ts', [], { DATABASE_URL: identity.url, ...keys })).toMatchObject({ code: 0 })
    const after = await replica({ IDENTITY_KEY: keys.IDENTITY_KEY })
    expect((await enter(after, email, shown(secondFactor, 1))).statusCode).toBe(200)
    expect((await client(after).post('/verify-email', { token: link })).statusCode).toBe(200)
    expect((await client(after).post(`/reset-password/${code}`, { email: owner, password: PASSWORD })).statusCode).toBe(200)
    await expect(depsWith({ IDENTITY_KEY: identity.identityKey })).rejects.toThrow('IDENTITY_KEY is not the key')
  })

  it('can be rotated while admins replace their second factors, without overwriting them', { tags: 'nightly' }, async () => {
    const keys = { IDENTITY_KEY: newKey(), IDENTITY_KEY_PREVIOUS: identity.identityKey }
    const [before, after] = [await replica(), await replica(keys)]
    const send = (app: App, token: string, method: 'POST' | 'PUT', payload: object = {}) =>
      app.inject({ method, url: '/admin/second-factor', headers: { authorization: `Bearer ${token}` }, payload })
    const newSecret = async (app: App, token: string) => (await send(app, token, 'POST')).json<SecondFactorSecret>()
    const tokens = await Promise.all([1, 2, 3, 4].map(async () => (await enter(before, await newAdmin())).json<{ token: string }>().token))
    for (const token of tokens) await newSecret(before, token)
    const [secrets] = await Promise.all([
      Promise.all(tokens.map(async (token) => ({ token, secret: await newSecret(after, token) }))),
      encryptStoredSecrets(identity.db, createFieldCipher(keys)),
    ])
    for (const { token, secret } of secrets) expect((await send(after, token, 'PUT', { code: shown(secret) })).statusCode).toBe(200)
  })

  it('is checked at startup: a process with another key exits with an error message', { tags: 'nightly' }, async () => {
    await setUpFactor(await replica())
    const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
    const env = { ...SETTINGS, DATABASE_URL: identity.url, IDENTITY_KEY: newKey() }
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const [[code], printed] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    expect(code).toBe(1)
    expect(printed).toContain('IDENTITY_KEY is not the key that')
    expect(printed).toContain('docs/operations.md')
  })

  it('can be replaced if it is lost: the command discards the secrets, and admins set up their second factors again', {
    tags: 'nightly',
  }, async () => {
    const { email, token } = await setUpFactor(await replica())
    const keys = { IDENTITY_KEY: newKey() }
    expect(await runCommand('encrypt-secrets.ts', ['--discard-unreadable'], { DATABASE_URL: identity.url, ...keys })).toMatchObject({
      code: 0,
    })
    const app = await replica(keys)
    expect((await client(app).get('/me', token)).statusCode).toBe(401)
    expect((await enter(app, email)).statusCode).toBe(200)
  })

  it.each([
    ['none', {}, 'IDENTITY_KEY'],
    ['a short one', { IDENTITY_KEY: 'c2hvcnQ=' }, 'IDENTITY_KEY must be 32 random bytes'],
    ['a short previous one', { IDENTITY_KEY: newKey(), IDENTITY_KEY_PREVIOUS: 'x' }, 'IDENTITY_KEY_PREVIOUS must be'],
  ])('is rejected if it is missing or invalid: %s', (_what, env, fault) => {
    expect(() => readConfig({ ...SETTINGS, DATABASE_URL: 'postgres://db', ...env })).toThrow(fault)
  })
})
