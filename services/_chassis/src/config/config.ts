import { readFileSync } from 'node:fs'
import { DEFAULT_LOCALE, isLocale } from '@app/contracts/format/locale.ts'
import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'
import { isTimeZone } from '@app/contracts/rules/time-zones.ts'
import * as Type from 'typebox'
import { Value } from 'typebox/value'
import { durationMs } from '../time/duration.ts'
import { amqpUrlSetting, databaseUrlSetting, originSetting, webUrlSetting } from './url-settings.ts'

/** OpenTelemetry reads further variables itself: `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, other `OTEL_EXPORTER_OTLP_…`. */
export const tracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(webUrlSetting('URL of an OTLP collector (HTTP); without it no traces are exported')),
  OTEL_TRACES_SAMPLER: Type.Optional(
    Type.Union([Type.Literal('parentbased_always_on'), Type.Literal('parentbased_always_off'), Type.Literal('parentbased_traceidratio')], {
      description: 'sampler for traces that begin in this process; default: every trace is exported',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'share of traces that parentbased_traceidratio exports; default 1' }),
  ),
}

export type TracingConfig = Type.Static<Type.TObject<typeof tracingConfig>>

/** Settings that every service reads. A service spreads these properties into its own schema. */
export const baseConfig = {
  ...tracingConfig,
  NODE_ENV: Type.String({ default: 'development' }),
  LOG_LEVEL: Type.String({ default: 'info' }),
  BUSINESS_LOCALE: Type.Refine(
    Type.String({
      default: DEFAULT_LOCALE,
      description: 'locale of dates, times, numbers and phone numbers, as a BCP 47 tag with a country',
    }),
    isLocale,
    () => 'is not a locale with a country',
  ),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 0, description: '0 takes a free port' }),
  STOP_WAIT_MS: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'how long a stopping process keeps serving requests after /readyz has begun to fail; 5000 in production, 0 elsewhere',
    }),
  ),
  STOP_LIMIT_MS: Type.Optional(Type.Integer({ minimum: 0, description: 'time limit of a stop; 28000 in production, 9500 elsewhere' })),
}

/** A process that is stopping still serves requests for `waitMs`. The whole stop takes at most `limitMs`. */
export interface StopTimes {
  waitMs: number
  limitMs: number
}

/** Returns the time limits of a stop. In production the limit is below 30 s, because orchestrators kill a process after 30 s. */
export function stopTimes(config: { NODE_ENV: string; STOP_WAIT_MS?: number; STOP_LIMIT_MS?: number }): StopTimes {
  const [waitMs, limitMs] = config.NODE_ENV === 'production' ? [5_000, 28_000] : [0, 9_500]
  return { waitMs: config.STOP_WAIT_MS ?? waitMs, limitMs: config.STOP_LIMIT_MS ?? limitMs }
}

/** Settings of services with a database schema. The function `databaseUrl` adds a missing password to the URL. */
export const databaseConfig = {
  DATABASE_URL: databaseUrlSetting("URL of the database, with the service's own role as user"),
  DATABASE_ROLE_SECRET: Type.Optional(
    Type.String({ description: "secret from which the role's password is derived if DATABASE_URL contains no password" }),
  ),
  DATABASE_POOL: Type.Integer({ minimum: 2, maximum: 200, default: 10, description: 'maximum connections; half of them are for requests' }),
  AMQP_URL: Type.Optional(amqpUrlSetting('URL of the RabbitMQ that delivers events; without it events are in-process')),
}

export const tokenConfig = {
  JWKS_URL: webUrlSetting("URL of identity's /.well-known/jwks.json; revoked tokens are read from its origin"),
}

/** Time zone and clock that define "today" and "tomorrow" for the business. */
export const businessConfig = {
  BUSINESS_TIMEZONE: Type.Refine(
    Type.String({ default: DEFAULT_TIMEZONE, description: 'IANA time zone' }),
    isTimeZone,
    () => 'is not a time zone',
  ),
  CLOCK_AHEAD: Type.Refine(
    Type.String({ default: 'PT0S', description: 'ISO 8601 duration by which the business clock runs ahead, in a rehearsal' }),
    (text) => durationMs(text) !== undefined,
    () => 'is not an ISO 8601 duration of weeks, days, hours, minutes and seconds',
  ),
}

export const storeConfig = {
  S3_ENDPOINT: originSetting(),
  S3_ACCESS_KEY: Type.String({ minLength: 1 }),
  S3_SECRET_KEY: Type.String({ minLength: 1 }),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_BUCKET: Type.String({ minLength: 1, default: 'files' }),
}

/** Settings of services that store files. URLs of files in emails begin with `PUBLIC_URL`, the gateway's origin. */
export const storageConfig = { ...storeConfig, PUBLIC_URL: originSetting() }

/** Returns the name of the environment variable that contains the URL of a service, such as `COMPANY_URL`. */
export const addressVariable = (service: string): string => `${service.replaceAll('-', '_').toUpperCase()}_URL`

export type Env = Readonly<Record<string, string | undefined>>

export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`Configuration: ${faults.join('; ')}`)
    this.name = 'ConfigError'
  }
}

/** Reads a setting from the variable `NAME`, or from the file whose path is in `NAME_FILE`. Orchestrators provide secrets as files. */
function settingOf(name: string, env: Env): string | undefined {
  const path = env[`${name}_FILE`]
  if (env[name] || !path) return env[name]
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError([`${name}_FILE: ${(error as Error).message}`])
  }
}

/** Reads a schema's settings from the environment, applies defaults and converts numbers. Throws a `ConfigError` that lists all faults. */
export function loadConfig<T extends Type.TProperties>(properties: T, env: Env): Type.Static<Type.TObject<T>> {
  const schema = Type.Object(properties)
  const settings = Object.keys(properties).map((name) => [name, settingOf(name, env)])
  const given = Object.fromEntries(settings.filter(([, text]) => text))
  const value: unknown = Value.Convert(schema, Value.Default(schema, given))
  if (Value.Check(schema, value)) return value
  const faults = Value.Errors(schema, value).map((error) =>
    'requiredProperties' in error.params
      ? `${error.params.requiredProperties.join(', ')} must be set`
      : `${error.instancePath.slice(1)} ${error.message}`,
  )
  throw new ConfigError(faults)
}
