import { afterEach, expect, test, vi } from 'vitest'
import { recordingLogger } from '../../src/testing/recording-logger.ts'
import { startInterval } from '../../src/time/start-interval.ts'

afterEach(() => void vi.restoreAllMocks())

test('a job that fails repeatedly is logged once a minute', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1)
  const { log, lines } = recordingLogger()
  let runs = 0
  const run = async () => {
    runs += 1
    throw new Error('the database is away')
  }
  const stop = startInterval({ ms: 1, name: 'looking', log, run })
  await expect.poll(() => runs).toBeGreaterThan(10)
  expect(lines).toHaveLength(1)
  clock.mockReturnValue(60_001)
  await expect.poll(() => lines).toHaveLength(2)
  await stop()
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(Array(2).fill('looking failed and will be retried'))
})
