import { expect, it } from 'vitest'
import { readSettings } from '../../local/settings.ts'

const store = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }

it('has defaults for all settings', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 8080,
    INBOX_PORT: 1080,
    SHEET_PORT: 1090,
    PUBLIC_URL: 'http://localhost:8080',
    S3_REGION: 'us-east-1',
  })
})

it('reports all faults in one error', () => {
  const faulty = { PORT: '1080', S3_ENDPOINT: 'https://s3.example' }
  expect(() => readSettings(faulty)).toThrow(/S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY; PORT and INBOX_PORT must differ/)
  expect(() => readSettings({ SHEET_PORT: '1080' })).toThrow('INBOX_PORT and SHEET_PORT must differ')
  expect(() => readSettings({ PORT: 'high', INBOX_PORT: '0' })).toThrow(/PORT .*INBOX_PORT /)
})

it('reports invalid URLs of mail relays, database, broker, store and product without printing them', () => {
  const password = 'smtp://user:S3c/ret@relay.example'
  const urls = { SMTP_URL: password, CAMPAIGN_SMTP_URL: password, DATABASE_URL: password, AMQP_URL: password, PUBLIC_URL: password }
  for (const [name, url] of Object.entries(urls)) {
    expect(() => readSettings({ [name]: url })).toThrow(`Configuration: ${name} `)
    expect(() => readSettings({ [name]: url })).not.toThrow(/S3c|relay/)
  }
  expect(readSettings({ PUBLIC_URL: 'https://portal.example/' }).PUBLIC_URL).toBe('https://portal.example')
})

it('accepts the region of an external store, and equal ports if mail and spreadsheets are external', () => {
  const own = {
    ...store,
    S3_REGION: 'eu-west-1',
    PORT: '1080',
    SMTP_URL: 'smtps://mail.example',
    SHEET_PORT: '1080',
    CRM_HOSTS: 'sheets.example',
  }
  expect(readSettings(own)).toMatchObject({ S3_REGION: 'eu-west-1', PORT: 1080 })
})

it('rejects local defaults in production', () => {
  expect(() => readSettings({ NODE_ENV: 'production', ...store })).toThrow(
    'set PUBLIC_URL, ADMIN_PASSWORD, AMQP_URL, DATABASE_URL, DATABASE_ROLE_SECRET, SMTP_URL, CAMPAIGN_SENDER_DOMAIN, IDENTITY_KEY, REVIEW_LINK_KEY, RECORD_SIGNING_KEY, INTERNAL_MAIL_KEY, INTERNAL_DATA_KEY, SUPPRESSION_KEY',
  )
  expect(() => readSettings({ NODE_ENV: 'production', ...store, CLOCK_AHEAD: 'P2D' })).toThrow('must not be set in production')
})
