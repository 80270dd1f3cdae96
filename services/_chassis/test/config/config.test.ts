import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { baseConfig, businessConfig, databaseConfig, loadConfig } from '@app/chassis/config/config.ts'
import { databaseUrl, rolePassword } from '@app/chassis/db/database-url.ts'
import { expect, it } from 'vitest'

const properties = { ...baseConfig, ...databaseConfig, ...businessConfig }
const load = (env: Record<string, string>) => loadConfig(properties, env)

it('fills in defaults, converts numbers, and ignores unknown variables', () => {
  expect(load({ DATABASE_URL: 'postgres://db', PORT: '8080', LOG_LEVEL: '', OTHER: 'x' })).toEqual({
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    BUSINESS_LOCALE: 'en-US',
    HOST: '127.0.0.1',
    PORT: 8080,
    DATABASE_URL: 'postgres://db',
    DATABASE_POOL: 10,
    BUSINESS_TIMEZONE: 'America/New_York',
    CLOCK_AHEAD: 'PT0S',
  })
})

it('lists every fault at once', () => {
  expect(() =>
    load({ PORT: 'http', DATABASE_POOL: '0', BUSINESS_TIMEZONE: 'America/NewYork', BUSINESS_LOCALE: 'en', CLOCK_AHEAD: '2 days' }),
  ).toThrow(
    /^Configuration: (?=.*DATABASE_URL must be set)(?=.*PORT must be integer)(?=.*DATABASE_POOL must be >= 2)(?=.*BUSINESS_TIMEZONE is not a time zone)(?=.*BUSINESS_LOCALE is not a locale with a country)(?=.*CLOCK_AHEAD is not an ISO 8601 duration)/,
  )
})

it('reads a setting from the file that NAME_FILE names, and fails if the file does not exist', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'settings-')), 'url')
  await writeFile(path, 'postgres://from/file\n')
  expect(load({ DATABASE_URL_FILE: path }).DATABASE_URL).toBe('postgres://from/file')
  expect(load({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://variable' }).DATABASE_URL).toBe('postgres://variable')
  expect(() => load({ DATABASE_URL_FILE: `${path}-none` })).toThrow(/^Configuration: DATABASE_URL_FILE: ENOENT/)
})

it('adds the derived password of the role to a database URL without a password', () => {
  const DATABASE_ROLE_SECRET = 'one secret'
  const password = rolePassword(DATABASE_ROLE_SECRET, 'tasks_service')
  expect(databaseUrl({ DATABASE_URL: 'postgres://tasks_service@db/app', DATABASE_ROLE_SECRET })).toBe(
    `postgres://tasks_service:${password}@db/app`,
  )
  expect(databaseUrl({ DATABASE_URL: 'postgres://tasks_service:own@db/app', DATABASE_ROLE_SECRET })).toBe(
    'postgres://tasks_service:own@db/app',
  )
  expect(databaseUrl({ DATABASE_URL: 'postgres://tasks_service@db/app' })).toBe('postgres://tasks_service@db/app')
})
