import {
  baseConfig,
  businessConfig,
  ConfigError,
  databaseConfig,
  type Env,
  loadConfig,
  storeConfig,
  tokenConfig,
} from '@app/chassis/config/config.ts'
import { originSetting, smtpUrlSetting, webUrlSetting } from '@app/chassis/config/url-settings.ts'
import { internalDataConfig } from '@app/chassis/keys/internal-data-key.ts'
import { internalMailConfig } from '@app/chassis/mail/internal-key.ts'
import * as Type from 'typebox'
import { contentsOfServices } from './mail/request-content.ts'
import { createReviewAddresses, reviewAddressConfig } from './mail/review-addresses.ts'
import { retentionConfig, retentionOf } from './purge.ts'
import { sheetAddress } from './sheet/sheet.ts'

const schema = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...internalMailConfig,
  ...internalDataConfig,
  ...reviewAddressConfig,
  ...businessConfig,
  ...retentionConfig,
  // The service reads only public files, so it has no keys of the store.
  S3_ENDPOINT: storeConfig.S3_ENDPOINT,
  S3_BUCKET: storeConfig.S3_BUCKET,
  PUBLIC_URL: originSetting("the gateway's origin, with which links in emails begin"),
  TASKS_URL: originSetting('URL of tasks, which composes emails about tasks and gets replies to them'),
  IDENTITY_URL: originSetting('URL of identity, which composes emails about accounts'),
  COMPANY_URL: originSetting('URL of company, which composes emails about exports and erasures'),
  DOCUMENTS_URL: originSetting('URL of documents, which composes emails about documents'),
  CRM_PROXY_URL: originSetting("URL of crm-proxy, which composes emails about customers' spreadsheets"),
  CAMPAIGNS_URL: originSetting('URL of campaigns, which composes emails about dispatches to their owners and gets bounces'),
  CAMPAIGN_SENDER_DOMAIN: Type.String({
    minLength: 1,
    description: 'domain of the return addresses of campaigns; the same value as for the service campaigns',
  }),
  BOUNCE_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description: 'port of the SMTP listener for bounces and replies; when absent, none are received',
    }),
  ),
  SMTP_URL: smtpUrlSetting('the mail relay, such as smtps://user:password@host:465'),
  RATE_CONTACTS_PER_MINUTE: Type.Optional(
    Type.Integer({ minimum: 1, description: 'contact forms that one client may send per minute; default 5 in production, otherwise 100' }),
  ),
  CONTACT_SHEET_URL: Type.Optional(webUrlSetting('URL of the Apps Script web app that adds contact forms to a spreadsheet')),
  CONTACT_SHEET_HOSTS: Type.String({
    default: '',
    description: "hosts besides Google's that CONTACT_SHEET_URL may use or redirect to, separated by commas",
  }),
  STREAMS_MAX: Type.Integer({ minimum: 1, default: 2_000, description: 'maximum number of open live streams per replica' }),
}

export function readConfig(env: Env) {
  const config = loadConfig(schema, env)
  if (config.REPLY_DOMAIN && config.BOUNCE_PORT === undefined) throw new ConfigError(['REPLY_DOMAIN needs BOUNCE_PORT'])
  const contactsPerMinute = config.RATE_CONTACTS_PER_MINUTE ?? (config.NODE_ENV === 'production' ? 5 : 100)
  return {
    ...config,
    PUBLIC_URL: config.PUBLIC_URL.replace(/\/$/, ''),
    RATE_CONTACTS_PER_MINUTE: contactsPerMinute,
    retention: retentionOf(config),
    sheet: sheetAddress(config),
    reviewAddresses: createReviewAddresses(config),
    requestContent: contentsOfServices(config),
  }
}
