import { ConfigError } from './config.ts'
import { durationMs } from './duration.ts'

export const CLOCK_AHEAD_IN_PRODUCTION = 'CLOCK_AHEAD is for rehearsals: in production the clock is the real one'

interface ClockConfig {
  NODE_ENV: string
  CLOCK_AHEAD: string
}

/** How far the business clock runs ahead, in milliseconds. Throws a `ConfigError` where it must not. */
export function clockAheadMs({ NODE_ENV, CLOCK_AHEAD }: ClockConfig): number {
  const ahead = durationMs(CLOCK_AHEAD) ?? 0
  if (ahead > 0 && NODE_ENV === 'production') throw new ConfigError([CLOCK_AHEAD_IN_PRODUCTION])
  return ahead
}

/** What date rules and schedules take as now. Tokens, leases and back-offs never ask it: they keep real time. */
export function businessClock(config: ClockConfig): () => Date {
  const ahead = clockAheadMs(config)
  return () => new Date(Date.now() + ahead)
}
