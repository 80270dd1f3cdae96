import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
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
  IDENTITY_URL: 'http://127.0.0.1:9',
  COMPANY_URL: 'http://127.0.0.1:9',
  DOCUMENTS_URL: 'http://127.0.0.1:9',
  CRM_PROXY_URL: 'http://127.0.0.1:9',
  CAMPAIGNS_URL: 'http://127.0.0.1:9',
  CAMPAIGN_SENDER_DOMAIN: 'mail.localhost',
  INTERNAL_MAIL_KEY: Buffer.alloc(32, 3).toString('base64'),
  INTERNAL_DATA_KEY: Buffer.alloc(32, 4).toString('base64'),
})

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

it('starts with all components and stops promptly', async () => {
  const script = await startAppsScript()
  const sheet = { CONTACT_SHEET_URL: script.url, CONTACT_SHEET_HOSTS: script.hosts }
  const port = await unusedPort()
  const running = await start({ ...env(), ...sheet, BOUNCE_PORT: String(port) }, { log: recordingLogger().log })
  const mailServer = connect(port, '127.0.0.1')
  expect(String(await once(mailServer, 'data'))).toMatch(/^220 mail\.localhost /)
  const body = JSON.stringify({ first_name: 'Ann', last_name: 'Lee', mail: 'ann@example.com' })
  const response = await fetch(`${running.url}/contact`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(response.status).toBe(200)
  await eventually(() => relay.mails.length).toBe(1)
  await eventually(async () => (await fetch(`${running.url}/metrics`)).text()).toContain('mails_sent_total{template="contact"} 1')
  await eventually(() => script.rows.length).toBe(2)
  const stopping = Date.now()
  await running.stop()
  if (!mailServer.closed) await once(mailServer, 'close')
  expect(Date.now() - stopping).toBeLessThan(5_000)
  await script.goAway()
})

it('receives replies only with a port and a key', () => {
  const [REPLY_DOMAIN, MAIL_ADDRESS_KEY, BOUNCE_PORT] = ['reply.example', Buffer.alloc(32, 5).toString('base64'), '25']
  expect(readConfig(env()).reviewAddresses).toBeUndefined()
  expect(readConfig({ ...env(), REPLY_DOMAIN, MAIL_ADDRESS_KEY, BOUNCE_PORT }).reviewAddresses).toBeDefined()
  expect(() => readConfig({ ...env(), REPLY_DOMAIN, MAIL_ADDRESS_KEY })).toThrow('REPLY_DOMAIN needs BOUNCE_PORT')
  expect(() => readConfig({ ...env(), REPLY_DOMAIN, BOUNCE_PORT })).toThrow('REPLY_DOMAIN needs MAIL_ADDRESS_KEY')
})

it('rejects an invalid key of the routes for emails', () => {
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
