import { ConfigError } from '@app/chassis/config/config.ts'
import { businessClock, clockAheadMs } from '@app/chassis/time/business-clock.ts'
import { durationMs } from '@app/chassis/time/duration.ts'
import { expect, it, test } from 'vitest'

test.each([
  ['PT0S', 0],
  ['PT1.5S', undefined],
  ['PT90061S', 90_061_000],
  ['P2D', 172_800_000],
  ['P1W', 604_800_000],
  ['P1DT2H3M4S', 93_784_000],
  ['PT36H', 129_600_000],
  ['P', undefined],
  ['P1DT', undefined],
  ['P1Y', undefined],
  ['P1M', undefined],
  ['-P1D', undefined],
  ['2 days', undefined],
  ['p2d', undefined],
  ['P2D ', undefined],
])('the duration %s has %s ms', (text, ms) => expect(durationMs(text)).toBe(ms))

it('the business clock is ahead by CLOCK_AHEAD, which production rejects', () => {
  const now = businessClock({ NODE_ENV: 'development', CLOCK_AHEAD: 'P2D' })
  expect(now().getTime() - Date.now()).toBeCloseTo(172_800_000, -3)
  expect(() => businessClock({ NODE_ENV: 'production', CLOCK_AHEAD: 'PT1S' })).toThrow(ConfigError)
  expect(clockAheadMs({ NODE_ENV: 'production', CLOCK_AHEAD: 'PT0S' })).toBe(0)
})
