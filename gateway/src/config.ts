import { isIP } from 'node:net'
import { addressVariable, baseConfig, businessConfig, type Env, loadConfig, storeConfig, tokenConfig } from '@app/chassis/config/config.ts'
import { amqpUrlSetting, originSetting, urlFault, webSchemes } from '@app/chassis/config/url-settings.ts'
import { type ServiceName, serviceNames } from '@app/contracts/define.ts'
import * as Type from 'typebox'

const originFault = (text: string): string | undefined => urlFault(text, { schemes: webSchemes, isOrigin: true })

const IP_RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])
const NETWORK_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/** Returns why a text is neither an IP address, nor a network such as 10.0.0.0/8, nor the name of an IP range. */
function proxyFault(text: string): string | undefined {
  const [address = '', bits, ...further] = text.split('/')
  const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (NETWORK_BITS[isIP(address)] ?? 0))
  if (IP_RANGES.has(text) || (isIP(address) && isNetwork && further.length === 0)) return undefined
  return 'must be a list of IP addresses or networks such as 10.0.0.0/8'
}

/** Returns the type of a list, separated by commas. `faultOf` returns what is wrong with an entry. */
function listSetting(faultOf: (entry: string) => string | undefined, options: Type.TStringOptions) {
  const faultIn = (text: string): string | undefined =>
    text
      .split(',')
      .map((entry) => faultOf(entry.trim()))
      .find((fault) => fault !== undefined)
  return Type.Refine(
    Type.String(options),
    (text) => text === options.default || faultIn(text) === undefined,
    (text) => faultIn(text) ?? '',
  )
}

const addresses = listSetting(originFault, {
  description: 'URLs of all replicas, comma-separated, or one host name that resolves to all of them',
})

const serviceAddresses: Record<string, typeof addresses> = Object.fromEntries(
  serviceNames.map((name) => [addressVariable(name), addresses]),
)

const schema = {
  ...baseConfig,
  ...tokenConfig,
  ...businessConfig,
  ...serviceAddresses,
  S3_ENDPOINT: storeConfig.S3_ENDPOINT,
  S3_BUCKET: storeConfig.S3_BUCKET,
  PUBLIC_URL: originSetting(),
  AMQP_URL: Type.Optional(amqpUrlSetting('RabbitMQ that delivers events about revoked tokens; without it, the events come in-process')),
  WEB_DIST: Type.String({ minLength: 1, description: 'folder of the built web app' }),
  TRUSTED_PROXIES: listSetting(proxyFault, {
    default: '',
    description: 'IP addresses or networks, comma-separated, whose x-forwarded-for header is trusted',
  }),
  CORS_ORIGINS: listSetting(originFault, {
    default: '',
    description: 'origins, comma-separated, that may call the API (CORS); none by default',
  }),
  RATE_LIMIT: Type.Optional(Type.Integer({ minimum: 1, description: 'requests per minute and IP address' })),
  PAGE_RATE_LIMIT: Type.Optional(Type.Integer({ minimum: 1, description: 'pages and assets per minute and IP address' })),
  AUTH_RATE_LIMIT: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'sign-ins, sign-ups, resets and contact messages, counted separately, per minute and IP address',
    }),
  ),
  REVIEW_RATE_LIMIT: Type.Optional(
    Type.Integer({ minimum: 1, description: 'changes through review links per minute and IP address, for all links together' }),
  ),
  ANSWER_TIMEOUT_MS: Type.Integer({ minimum: 100, default: 10_000, description: 'time limit for a service to send response headers' }),
  STREAMS_MAX: Type.Integer({ minimum: 1, default: 2_000, description: 'concurrent live streams' }),
  STREAMS_PER_ADDRESS: Type.Integer({ minimum: 1, default: 200 }),
  STREAMS_PER_CALLER: Type.Integer({ minimum: 1, default: 10 }),
  UPLOADS_MAX: Type.Integer({ minimum: 1, default: 200, description: 'concurrent uploads of forms and files' }),
  UPLOADS_PER_ADDRESS: Type.Integer({ minimum: 1, default: 40 }),
  UPLOADS_PER_CALLER: Type.Integer({ minimum: 1, default: 8 }),
  BODY_WINDOW_MS: Type.Integer({
    minimum: 100,
    default: 10_000,
    description: 'window in which a request body must arrive with at least 1 kB per second',
  }),
  METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'network interface of METRICS_PORT' }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535, description: 'port that serves /metrics' })),
}

/** Default limits of requests per minute and client IP address. High outside production, where tests send all requests from one address. */
const rateLimits = {
  production: { general: 1_200, pages: 12_000, auth: 20, reviewChanges: 30 },
  otherwise: { general: 1_000_000, pages: 1_000_000, auth: 2_000, reviewChanges: 2_000 },
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const urlsOf = (loaded: Readonly<Record<string, unknown>>): Readonly<Record<ServiceName, readonly string[]>> =>
  Object.fromEntries(serviceNames.map((name) => [name, listOf(String(loaded[addressVariable(name)]))])) as Record<ServiceName, string[]>

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Env) {
  const { TRUSTED_PROXIES, CORS_ORIGINS, RATE_LIMIT, PAGE_RATE_LIMIT, AUTH_RATE_LIMIT, REVIEW_RATE_LIMIT, ...rest } = loadConfig(
    schema,
    env,
  )
  const limits = rest.NODE_ENV === 'production' ? rateLimits.production : rateLimits.otherwise
  return {
    ...rest,
    serviceUrls: urlsOf(rest),
    trustedProxies: listOf(TRUSTED_PROXIES),
    corsOrigins: listOf(CORS_ORIGINS).map((url) => new URL(url).origin),
    requestsPerMinute: {
      general: RATE_LIMIT ?? limits.general,
      pages: PAGE_RATE_LIMIT ?? limits.pages,
      auth: AUTH_RATE_LIMIT ?? limits.auth,
      reviewChanges: REVIEW_RATE_LIMIT ?? limits.reviewChanges,
    },
  }
}
