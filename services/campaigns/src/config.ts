import {
  baseConfig,
  businessConfig,
  ConfigError,
  databaseConfig,
  type Env,
  loadConfig,
  storageConfig,
  tokenConfig,
} from '@app/chassis/config/config.ts'
import { originSetting, smtpUrlSetting } from '@app/chassis/config/url-settings.ts'
import { internalDataConfig } from '@app/chassis/keys/internal-data-key.ts'
import { internalMailConfig } from '@app/chassis/mail/internal-key.ts'
import * as Type from 'typebox'
import { suppressionKeyConfig } from './suppression/erased-suppression.repository.ts'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...storageConfig,
  ...businessConfig,
  ...internalMailConfig,
  ...internalDataConfig,
  ...suppressionKeyConfig,
  COMPANY_URL: originSetting('URL of the company service, which returns a profile before its event arrives'),
  CRM_PROXY_URL: originSetting('URL of crm-proxy, which returns the recipients of a dispatch'),
  IDENTITY_URL: originSetting('URL of the identity service, which returns the owner’s email address for a test email'),
  SMTP_URL: Type.Optional(smtpUrlSetting('SMTP relay for all other emails of the product')),
  CAMPAIGN_SMTP_URL: Type.Optional(
    smtpUrlSetting('SMTP relay for campaigns, for example smtps://user:password@host:465; default: `SMTP_URL`'),
  ),
  CAMPAIGN_SENDER_DOMAIN: Type.String({
    minLength: 1,
    description: 'domain of the email addresses that campaigns are sent from and bounces return to',
  }),
  CAMPAIGN_DKIM_SELECTOR: Type.Optional(
    Type.String({
      description:
        'DKIM selector of the key that the relay signs campaigns with; when absent, the check accepts any DKIM key of the domain',
    }),
  ),
  CAMPAIGN_POSTAL_ADDRESS: Type.String({ default: '', description: 'postal address in the emails of companies whose profile has none' }),
  CAMPAIGN_RATE: Type.Integer({
    minimum: 1,
    default: 50,
    description: 'maximum emails per second to the relay, for all replicas together',
  }),
  CAMPAIGN_COMPANY_RATE: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'maximum emails per second of one company, for all replicas together; default: half of `CAMPAIGN_RATE`',
    }),
  ),
  CAMPAIGN_SEND_TIME: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    default: '09:00',
    description: 'time of day at which campaigns are sent on their dates, in `BUSINESS_TIMEZONE`',
  }),
  CAMPAIGN_MAX_OPEN: Type.Integer({
    minimum: 1,
    default: 50,
    description: 'maximum campaigns of one company that still have emails to send',
  }),
  CAMPAIGN_RECIPIENTS_KEPT_DAYS: Type.Integer({
    minimum: 30,
    default: 730,
    description: 'days after the end of a sending during which its links work and operators find its recipients; then they are deleted',
  }),
  CAMPAIGN_MAX_A_DAY: Type.Integer({ minimum: 1, default: 20, description: 'maximum campaigns that one company submits within 24 hours' }),
}

export type CampaignsConfig = ReturnType<typeof readConfig>

export function readConfig(env: Env) {
  const config = loadConfig(properties, env)
  const smtpUrl = config.CAMPAIGN_SMTP_URL ?? config.SMTP_URL
  if (!smtpUrl) throw new ConfigError(['CAMPAIGN_SMTP_URL must be set'])
  const { CAMPAIGN_RATE: relay, CAMPAIGN_COMPANY_RATE: company = Math.ceil(relay / 2) } = config
  return {
    ...config,
    smtpUrl,
    rates: { relay, company },
    PUBLIC_URL: config.PUBLIC_URL.replace(/\/$/, ''),
  }
}
