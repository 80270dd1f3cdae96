import { resolve } from 'node:path'
import { baseConfig, businessConfig, ConfigError, type Env, loadConfig } from '@app/chassis/config/config.ts'
import { LOCAL_ADMIN_PASSWORD } from '@app/chassis/config/local-admin.ts'
import { amqpUrlSetting, databaseUrlSetting, originSetting, smtpUrlSetting } from '@app/chassis/config/url-settings.ts'
import { CLOCK_AHEAD_IN_PRODUCTION } from '@app/chassis/time/business-clock.ts'
import { durationMs } from '@app/chassis/time/duration.ts'
import * as Type from 'typebox'

const schema = {
  NODE_ENV: Type.String({ default: 'development' }),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 8080 }),
  INBOX_PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 1080 }),
  SHEET_PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 1090 }),
  DATA_DIR: Type.String({ default: '.data' }),
  LOG_LEVEL: Type.String({ default: 'info' }),
  ...businessConfig,
  BUSINESS_LOCALE: baseConfig.BUSINESS_LOCALE,
  PUBLIC_URL: Type.Optional(originSetting()),
  ADMIN_EMAIL: Type.String({ default: 'admin@example.com' }),
  ADMIN_PASSWORD: Type.Optional(Type.String()),
  IDENTITY_KEY: Type.Optional(Type.String()),
  REVIEW_LINK_KEY: Type.Optional(Type.String()),
  RECORD_SIGNING_KEY: Type.Optional(Type.String()),
  MAIL_ADDRESS_KEY: Type.Optional(Type.String()),
  INTERNAL_MAIL_KEY: Type.Optional(Type.String()),
  INTERNAL_DATA_KEY: Type.Optional(Type.String()),
  SUPPRESSION_KEY: Type.Optional(Type.String()),
  AMQP_URL: Type.Optional(amqpUrlSetting()),
  DATABASE_URL: Type.Optional(databaseUrlSetting()),
  DATABASE_ROLE_SECRET: Type.Optional(Type.String()),
  SMTP_URL: Type.Optional(smtpUrlSetting()),
  CAMPAIGN_SMTP_URL: Type.Optional(smtpUrlSetting()),
  CAMPAIGN_SENDER_DOMAIN: Type.Optional(Type.String()),
  CRM_HOSTS: Type.Optional(Type.String()),
  S3_ENDPOINT: Type.Optional(originSetting()),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_BUCKET: Type.String({ minLength: 1, default: 'files' }),
  S3_ACCESS_KEY: Type.Optional(Type.String()),
  S3_SECRET_KEY: Type.Optional(Type.String()),
}

/** Settings with a local default. With `NODE_ENV=production`, all of them must be set. */
const neededInProduction = [
  'PUBLIC_URL',
  'ADMIN_PASSWORD',
  'AMQP_URL',
  'DATABASE_URL',
  'DATABASE_ROLE_SECRET',
  'SMTP_URL',
  'CAMPAIGN_SENDER_DOMAIN',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'IDENTITY_KEY',
  'REVIEW_LINK_KEY',
  'RECORD_SIGNING_KEY',
  'INTERNAL_MAIL_KEY',
  'INTERNAL_DATA_KEY',
  'SUPPRESSION_KEY',
] as const

export type Settings = ReturnType<typeof readSettings>

export const hasDevelopmentSheet = ({ CRM_HOSTS, NODE_ENV }: { CRM_HOSTS?: string; NODE_ENV: string }): boolean =>
  CRM_HOSTS === undefined && NODE_ENV !== 'production'

/** Reads the settings of a run in one process from the environment. Throws a `ConfigError` that lists all faults. */
export function readSettings(env: Env) {
  const config = loadConfig(schema, env)
  const faults: string[] = []
  if (config.NODE_ENV === 'production') {
    const missing = neededInProduction.filter((name) => !config[name])
    if (missing.length) faults.push(`with NODE_ENV=production local defaults are refused: set ${missing.join(', ')}`)
    if (config.ADMIN_PASSWORD === LOCAL_ADMIN_PASSWORD) faults.push('ADMIN_PASSWORD is the public local default: choose your own password')
    if (durationMs(config.CLOCK_AHEAD)) faults.push(CLOCK_AHEAD_IN_PRODUCTION)
  }
  if (config.S3_ENDPOINT && !(config.S3_ACCESS_KEY && config.S3_SECRET_KEY))
    faults.push('S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY')
  const ports = {
    PORT: config.PORT,
    ...(!config.SMTP_URL && { INBOX_PORT: config.INBOX_PORT }),
    ...(hasDevelopmentSheet(config) && { SHEET_PORT: config.SHEET_PORT }),
  }
  for (const same of Map.groupBy(Object.entries(ports), ([, port]) => port).values())
    if (same.length > 1) faults.push(`${same.map(([name]) => name).join(' and ')} must differ`)
  if (faults.length) throw new ConfigError(faults)
  return {
    ...config,
    DATA_DIR: resolve(config.DATA_DIR),
    PUBLIC_URL: new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin,
    ADMIN_PASSWORD: config.ADMIN_PASSWORD ?? LOCAL_ADMIN_PASSWORD,
    CAMPAIGN_SENDER_DOMAIN: config.CAMPAIGN_SENDER_DOMAIN ?? 'mail.localhost',
  }
}
