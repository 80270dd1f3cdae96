import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { start } from '../src/main.ts'
import { createGate } from '../src/passwords/gate.ts'
import { createIdentity, type Identity, newEmail, newKey, PASSWORD, SETTINGS } from './setup.ts'

describe('configuration', () => {
  const base = { ...SETTINGS, DATABASE_URL: 'postgres://db', IDENTITY_KEY: newKey(), ADMIN_EMAIL: 'admin@example.com' }

  it.each([
    ['an admin without a password', base, 'must be set together'],
    ['a weak password', { ...base, ADMIN_PASSWORD: 'weak' }, 'security requirements'],
    ['an invalid email address', { ...base, ADMIN_EMAIL: 'admin', ADMIN_PASSWORD: PASSWORD }, 'email address'],
    ['the local default in production', { ...base, NODE_ENV: 'production', ADMIN_PASSWORD: 'palmetto-admin-1!A' }, 'choose your own'],
    ['no database', {}, 'DATABASE_URL'],
  ])('rejects %s', (_what, env, fault) => {
    expect(() => readConfig(env)).toThrow(fault)
  })
})

describe('the gate', () => {
  it('limits concurrent calls and rejects calls beyond the queue', async () => {
    const gate = createGate({ concurrency: 2, queueMax: 3 })
    let running = 0
    let peak = 0
    const work = () =>
      gate(async () => {
        peak = Math.max(peak, ++running)
        await nextTurn()
        running--
      })
    const results = await Promise.allSettled(Array.from({ length: 7 }, work))
    expect(peak).toBe(2)
    expect(results.map((result) => result.status).sort()).toEqual([...Array(5).fill('fulfilled'), 'rejected', 'rejected'])
    await expect(work()).resolves.toBeUndefined()
  })

  it('continues after a call that failed', async () => {
    const gate = createGate({ concurrency: 1, queueMax: 1 })
    const failing = gate(() => Promise.reject(new Error('no')))
    const next = gate(async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })
})

describe('the process', () => {
  let identity: Identity
  beforeAll(async () => {
    identity = await createIdentity()
  })
  afterAll(() => identity.close())

  const rolesOf = async (email: string) =>
    (await identity.db.selectFrom('users').select('role').where('email', '=', email).execute()).map(({ role }) => role)

  it('starts with its first admin, serves requests and stops', async () => {
    const email = newEmail()
    const running = await start({
      ...SETTINGS,
      DATABASE_URL: identity.url,
      IDENTITY_KEY: identity.identityKey,
      LOG_LEVEL: 'silent',
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: PASSWORD,
    })
    const reply = await fetch(`${running.url}/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    await running.stop()
    expect(reply.status).toBe(200)
    await expect(fetch(`${running.url}/healthz`)).rejects.toThrow()
  })

  it('has a command that adds an admin', { tags: 'nightly', timeout: 60_000 }, async () => {
    const email = newEmail()
    const addAdmin = async (password: string) => {
      const path = fileURLToPath(new URL('../src/add-admin.ts', import.meta.url))
      const child = spawn(process.execPath, [path, email], { env: { DATABASE_URL: identity.url }, stdio: ['pipe', 'ignore', 'ignore'] })
      child.stdin.end(`${password}\n`)
      const [code] = await once(child, 'exit')
      return code
    }
    expect(await addAdmin('weak')).toBe(1)
    expect(await rolesOf(email)).toEqual([])
    expect(await addAdmin(PASSWORD)).toBe(0)
    expect(await rolesOf(email)).toEqual(['admin'])
  })
})
