import {
  baseConfig,
  businessConfig,
  ConfigError,
  databaseConfig,
  type Env,
  loadConfig,
  storageConfig,
  tokenConfig,
} from '@app/chassis/config.ts'
import * as Type from 'typebox'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...storageConfig,
  ...businessConfig,
  COMPANY_URL: Type.String({ minLength: 1, description: 'asked for a profile that no event has told of yet' }),
  CRM_PROXY_URL: Type.String({ minLength: 1, description: 'where the people of a sending are fetched' }),
  IDENTITY_URL: Type.String({ minLength: 1, description: 'asked for the address that an owner’s test mail goes to' }),
  SMTP_URL: Type.Optional(Type.String({ description: 'the relay of the product’s other mails' })),
  CAMPAIGN_SMTP_URL: Type.Optional(
    Type.String({ description: 'the relay of campaigns, such as smtps://user:password@host:465; `SMTP_URL` when absent' }),
  ),
  CAMPAIGN_SENDER_DOMAIN: Type.String({ minLength: 1, description: 'campaigns are sent from, and bounce to, addresses of this domain' }),
  CAMPAIGN_DKIM_SELECTOR: Type.Optional(
    Type.String({
      description: 'the key that the relay signs campaigns by, looked for before any is sent; whether there is any when absent',
    }),
  ),
  CAMPAIGN_POSTAL_ADDRESS: Type.String({ default: '', description: 'at the end of mails of companies whose profile has no address' }),
  CAMPAIGN_RATE: Type.Integer({ minimum: 1, default: 50, description: 'mails a second that the relay takes, of all replicas together' }),
  CAMPAIGN_COMPANY_RATE: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'mails a second of one company, of all replicas together; half of `CAMPAIGN_RATE` when absent',
    }),
  ),
  CAMPAIGN_SEND_TIME: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    default: '09:00',
    description: 'when campaigns are sent on their dates, in `BUSINESS_TIMEZONE`',
  }),
  CAMPAIGN_MAX_OPEN: Type.Integer({ minimum: 1, default: 50, description: 'campaigns of one company with something still to go' }),
  CAMPAIGN_MAX_A_DAY: Type.Integer({ minimum: 1, default: 20, description: 'campaigns that one company submits within a day' }),
  BOUNCE_PORT: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 65535, description: 'where bounces come in by SMTP; none do when absent' }),
  ),
}

export type CampaignsConfig = ReturnType<typeof readConfig>

export function readConfig(env: Env) {
  const config = loadConfig(properties, env)
  const smtpUrl = config.CAMPAIGN_SMTP_URL ?? config.SMTP_URL
  if (!smtpUrl) throw new ConfigError(['CAMPAIGN_SMTP_URL must be set'])
  const { CAMPAIGN_RATE: relay, CAMPAIGN_COMPANY_RATE: company = Math.ceil(relay / 2) } = config
  return { ...config, smtpUrl, rates: { relay, company }, PUBLIC_URL: config.PUBLIC_URL.replace(/\/$/, '') }
}
