import { readFile } from 'node:fs/promises'
import { createApp } from '@app/chassis/http/app.ts'
import { readinessOf } from '@app/chassis/http/health.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

it('/healthz responds with the version in the root package.json', async () => {
  const app = await createApp({ log: recordingLogger().log, ...testTokens, checks: {} })
  const { version } = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'))
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  const health = await app.inject('/healthz')
  expect(health.statusCode).toBe(200)
  expect(health.json()).toEqual({ status: 'ok', version })
  await app.close()
})

it('concurrent and consecutive requests share one check', async () => {
  let looks = 0
  const checks = { database: async () => void looks++ }
  const app = await createApp({ log: recordingLogger().log, ...testTokens, checks })
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')))
  responses.push(await app.inject('/readyz'))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(looks).toBe(1)
  await app.close()
})

it('a check that never settles fails after its timeout and is logged once', async () => {
  vi.useFakeTimers()
  const { log, lines } = recordingLogger()
  let isStuck = true
  const look = readinessOf({ database: () => (isStuck ? new Promise(() => {}) : Promise.resolve()) }, log)
  for (let times = 0; times < 2; times++) {
    const failing = look()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await failing).toEqual({ database: 'A check took longer than 2 s' })
    await vi.advanceTimersByTimeAsync(2_000)
  }
  isStuck = false
  expect(await look()).toEqual({})
  expect(lines.filter((line) => line.includes('not ready'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('ready again'))).toHaveLength(1)
})
