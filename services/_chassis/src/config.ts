import { readFileSync } from 'node:fs'
import { DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import * as Type from 'typebox'
import { Value } from 'typebox/value'
import { durationMs } from './duration.ts'

/** Where traces go. Further `OTEL_EXPORTER_OTLP_…` variables, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` are read by OpenTelemetry itself. */
export const tracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'an OTLP collector, by HTTP; absent: no traces are kept' }),
  ),
  OTEL_TRACES_SAMPLER: Type.Optional(
    Type.Union([Type.Literal('parentbased_always_on'), Type.Literal('parentbased_always_off'), Type.Literal('parentbased_traceidratio')], {
      description: 'which of the traces that begin here are kept; all unless told',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'the share of them, with the last; 1 unless told' }),
  ),
}

export type TracingConfig = Type.Static<Type.TObject<typeof tracingConfig>>

/** Options every service reads. A service's own schema spreads these. */
export const baseConfig = {
  ...tracingConfig,
  NODE_ENV: Type.String({ default: 'development' }),
  LOG_LEVEL: Type.String({ default: 'info' }),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 0, description: '0 takes a free port' }),
  STOP_WAIT_MS: Type.Optional(
    Type.Integer({ minimum: 0, description: 'serves on for so long after saying that it stops; 5000 in production, 0 elsewhere' }),
  ),
  STOP_LIMIT_MS: Type.Optional(Type.Integer({ minimum: 0, description: 'the longest a stop takes; 28000 in production, 9500 elsewhere' })),
}

/** What a stop of this process takes: at most `limitMs`, of which it serves on for `waitMs` first. */
export interface StopTimes {
  waitMs: number
  limitMs: number
}

/** Orchestrators end a process by force after 30 s, people lose patience after 10. */
export function stopTimes(config: { NODE_ENV: string; STOP_WAIT_MS?: number; STOP_LIMIT_MS?: number }): StopTimes {
  const [waitMs, limitMs] = config.NODE_ENV === 'production' ? [5_000, 28_000] : [0, 9_500]
  return { waitMs: config.STOP_WAIT_MS ?? waitMs, limitMs: config.STOP_LIMIT_MS ?? limitMs }
}

/** For services with a schema of their own; `databaseUrl` makes the address of it. */
export const databaseConfig = {
  DATABASE_URL: Type.String({ minLength: 1, description: "names the service's own role" }),
  DATABASE_ROLE_SECRET: Type.Optional(Type.String({ description: 'gives that role its password where DATABASE_URL has none' })),
  DATABASE_POOL: Type.Integer({ minimum: 2, maximum: 200, default: 10, description: 'connections in all; half of them are for requests' }),
  AMQP_URL: Type.Optional(Type.String({ description: 'events go over this RabbitMQ; absent: in-process' })),
}

/** For everything that checks tokens. */
export const tokenConfig = {
  JWKS_URL: Type.String({ minLength: 1, description: "identity's /.well-known/jwks.json; ended tokens are asked for at the same origin" }),
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(todayIn(name))
  } catch {
    return false
  }
}

/** What "today" and "tomorrow" mean: the business's own calendar and clock (`businessClock`). */
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

/** Where the file store is. */
export const storeConfig = {
  S3_ENDPOINT: Type.String({ minLength: 1 }),
  S3_ACCESS_KEY: Type.String({ minLength: 1 }),
  S3_SECRET_KEY: Type.String({ minLength: 1 }),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_BUCKET: Type.String({ minLength: 1, default: 'files' }),
}

/** For services that keep files. `PUBLIC_URL` is the gateway's origin, where browsers fetch them. */
export const storageConfig = { ...storeConfig, PUBLIC_URL: Type.String({ minLength: 1 }) }

/** The setting that says where a service is. */
export const addressVariable = (service: string): string => `${service.replaceAll('-', '_').toUpperCase()}_URL`

export type Env = Readonly<Record<string, string | undefined>>

/** Every fault of a configuration at once. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`Configuration: ${faults.join('; ')}`)
    this.name = 'ConfigError'
  }
}

/** What the environment says of a setting. `NAME_FILE` names a file whose text it is, which is how orchestrators hand secrets over. */
function settingOf(name: string, env: Env): string | undefined {
  const path = env[`${name}_FILE`]
  if (env[name] || !path) return env[name]
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError([`${name}_FILE: ${(error as Error).message}`])
  }
}

/** Reads what the schema names out of the environment: defaults filled in, numbers converted, all faults listed. */
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
