import { readdir, readFile } from 'node:fs/promises'
import { ConfigError } from '@app/chassis/config/config.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { start } from '../src/main.ts'
import { startAppsScript } from './support/apps-script.ts'
import { eventually } from './support/eventually.ts'

let database: TestDatabase
let relay: TestRelay

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
})
afterAll(async () => {
  await relay.close()
  await database.drop()
})

const env = () => ({
  DATABASE_URL: database.url,
  JWKS_URL: 'http://127.0.0.1:9/jwks.json',
  PUBLIC_URL: 'https://portal.example/',
  SMTP_URL: relay.url,
  S3_ENDPOINT: 'http://127.0.0.1:9',
  TASKS_URL: 'http://127.0.0.1:9',
  INTERNAL_MAIL_KEY: Buffer.alloc(32, 3).toString('base64'),
})

it('starts with all components and stops promptly', async () => {
  const script = await startAppsScript()
  const sheet = { CONTACT_SHEET_URL: script.url, CONTACT_SHEET_HOSTS: script.hosts }
  const running = await start({ ...env(), ...sheet }, { log: recordingLogger().log })
  const body = JSON.stringify({ first_name: 'Ann', last_name: 'Lee', mail: 'ann@example.com' })
  const response = await fetch(`${running.url}/contact`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(response.status).toBe(200)
  await eventually(() => relay.mails.length).toBe(1)
  await eventually(async () => (await fetch(`${running.url}/metrics`)).text()).toContain('mails_sent_total{template="contact"} 1')
  await eventually(() => script.rows.length).toBe(2)
  const stopping = Date.now()
  await running.stop()
  expect(Date.now() - stopping).toBeLessThan(5_000)
  await script.goAway()
})

it('rejects an invalid key of the content of emails', () => {
  expect(() => readConfig({ ...env(), INTERNAL_MAIL_KEY: 'short' })).toThrow(ConfigError)
})

it('has no key with which links to decide can be made, and no code that makes them', async () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  expect(Object.values(readConfig({ ...env(), REVIEW_LINK_KEY: key }))).not.toContain(key)
  const source = new URL('../src/', import.meta.url)
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) expect(await readFile(new URL(file, source), 'utf8'), file).not.toMatch(/review-keys|REVIEW_LINK_KEY/)
})

it('limits contact forms strictly in production and loosely elsewhere by default', () => {
  expect(readConfig(env()).RATE_CONTACTS_PER_MINUTE).toBe(100)
  expect(readConfig({ ...env(), NODE_ENV: 'production' }).RATE_CONTACTS_PER_MINUTE).toBe(5)
  expect(readConfig({ ...env(), RATE_CONTACTS_PER_MINUTE: '7' }).RATE_CONTACTS_PER_MINUTE).toBe(7)
  expect(readConfig(env()).PUBLIC_URL).toBe('https://portal.example')
  expect(() => readConfig({})).toThrow(ConfigError)
})
