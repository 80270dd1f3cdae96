import { baseConfig, businessConfig, databaseConfig, loadConfig } from '@app/chassis/config.ts'
import { expect, it } from 'vitest'

const properties = { ...baseConfig, ...databaseConfig, ...businessConfig }
const load = (env: Record<string, string>) => loadConfig(properties, env)

it('fills in defaults, converts numbers, and takes nothing that it does not know', () => {
  expect(load({ DATABASE_URL: 'postgres://db', PORT: '8080', LOG_LEVEL: '', OTHER: 'x' })).toEqual({
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    PORT: 8080,
    DATABASE_URL: 'postgres://db',
    DATABASE_POOL: 10,
    BUSINESS_TIMEZONE: 'America/New_York',
    CLOCK_AHEAD: 'PT0S',
  })
})

it('lists every fault at once', () => {
  expect(() => load({ PORT: 'http', DATABASE_POOL: '0', BUSINESS_TIMEZONE: 'America/NewYork', CLOCK_AHEAD: '2 days' })).toThrow(
    /^Configuration: (?=.*DATABASE_URL must be set)(?=.*PORT must be integer)(?=.*DATABASE_POOL must be >= 2)(?=.*BUSINESS_TIMEZONE is not a time zone)(?=.*CLOCK_AHEAD is not an ISO 8601 duration)/,
  )
})
