import { loadConfig } from '@app/chassis/config/config.ts'
import * as Type from 'typebox'
import { expect, it } from 'vitest'
import { amqpUrlSetting, databaseUrlSetting, originSetting, smtpUrlSetting, webUrlSetting } from '../../src/config/url-settings.ts'

const settings = {
  SMTP_URL: Type.Optional(smtpUrlSetting()),
  DATABASE_URL: Type.Optional(databaseUrlSetting()),
  AMQP_URL: Type.Optional(amqpUrlSetting()),
  PUBLIC_URL: Type.Optional(originSetting()),
  JWKS_URL: Type.Optional(webUrlSetting()),
}
const ENCODED = 'contains a character that must be percent-encoded in the user name or password: write %40 for @'

it.each([
  ['SMTP_URL', 'smtp://mail.example'],
  ['SMTP_URL', 'smtps://ada%40palm.example:p%40ss%2F%23%25@mail.example:465'],
  ['SMTP_URL', 'smtp://ada:a:b@mail.example:587/?tls.rejectUnauthorized=false'],
  ['DATABASE_URL', 'postgresql://tasks_service:p%40ss@db:5432/app?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://tasks_service@[fd00::1]:5432/app'],
  ['AMQP_URL', 'amqps://user:pass@broker.example/%2F?heartbeat=10'],
  ['PUBLIC_URL', 'https://portal.example/'],
  ['PUBLIC_URL', 'http://localhost:8080'],
  ['JWKS_URL', 'http://identity:3000/.well-known/jwks.json'],
])('%s accepts %s', (name, url) => {
  expect(loadConfig(settings, { [name]: url })).toEqual({ [name]: url })
})

it.each([
  ['SMTP_URL', 'smtp://ada:S3cret p@mail.example', 'must not contain spaces'],
  ['SMTP_URL', ' smtp://mail.example', 'must not contain spaces'],
  ['SMTP_URL', 'mail.example:25', 'must begin with smtp:// or smtps://'],
  ['SMTP_URL', 'https://ada:S3cret@mail.example', 'must begin with smtp:// or smtps://'],
  ['SMTP_URL', 'smtp://', 'must contain a host'],
  ['SMTP_URL', 'smtp://ada:S3cret@:25', 'must contain a host'],
  ['SMTP_URL', 'smtp://ada:S3cret@mail.example:70000', 'must have a port from 1 to 65535'],
  ['SMTP_URL', 'smtp://ada:S3cret@mail.example:0', 'must have a port from 1 to 65535'],
  ['SMTP_URL', 'smtp://ada:S3cret@mail.example:smtp', 'must have a port from 1 to 65535'],
  ['SMTP_URL', 'smtp://ada:S3c@ret@mail.example', ENCODED],
  ['SMTP_URL', 'smtp://ada@palm.example:S3cret@mail.example', ENCODED],
  ['SMTP_URL', 'smtp://ada:S3c#ret@mail.example', ENCODED],
  ['SMTP_URL', 'smtp://ada:25/S3cret@mail.example', ENCODED],
  ['SMTP_URL', 'smtp://ada:S3c?ret@mail.example', ENCODED],
  ['SMTP_URL', 'smtp://ada:100%S3cret@mail.example', ENCODED],
  ['SMTP_URL', 'smtp://ada:S3cret%ff@mail.example', ENCODED],
  ['DATABASE_URL', 'postgres://tasks_service:S3c/ret@db/app', ENCODED],
  ['DATABASE_URL', 'postgres:///app', 'must contain a host'],
  ['DATABASE_URL', 'mysql://ada:S3cret@db/app', 'must begin with postgres:// or postgresql://'],
  ['AMQP_URL', 'amqp://ada:S3cret#@broker.example', ENCODED],
  ['PUBLIC_URL', 'https://portal.example/S3cret', 'must not contain anything after the host and the port'],
  ['PUBLIC_URL', 'https://ada:S3cret@portal.example', 'must not contain a user name or a password'],
  ['PUBLIC_URL', 'https://portal.S3cret<.example', 'must contain a valid host'],
  ['JWKS_URL', 'http://identity/S3cret%', 'contains a % that is not percent-encoded: write %25'],
])('%s rejects %s without printing it', (name, url, fault) => {
  const load = () => loadConfig(settings, { [name]: url })
  expect(load).toThrow(`Configuration: ${name} ${fault}`)
  expect(load).not.toThrow(/S3c|ret@|example/)
})
