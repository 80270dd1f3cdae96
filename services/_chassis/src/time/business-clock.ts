import { ConfigError } from '../config/config.ts'
import { durationMs } from './duration.ts'

export const CLOCK_AHEAD_IN_PRODUCTION = 'CLOCK_AHEAD is for rehearsals and must not be set in production'

interface ClockConfig {
  NODE_ENV: string
  CLOCK_AHEAD: string
}

/** Returns how many milliseconds the business clock is ahead of real time. In production, throws a `ConfigError` unless this is 0. */
export function clockAheadMs({ NODE_ENV, CLOCK_AHEAD }: ClockConfig): number {
  const ahead = durationMs(CLOCK_AHEAD) ?? 0
  if (ahead > 0 && NODE_ENV === 'production') throw new ConfigError([CLOCK_AHEAD_IN_PRODUCTION])
  return ahead
}

/** Returns the clock that date rules and schedules use as the current time. Tokens, leases and retry delays use real time instead. */
export function businessClock(config: ClockConfig): () => Date {
  const ahead = clockAheadMs(config)
  return () => new Date(Date.now() + ahead)
}
