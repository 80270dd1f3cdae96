import { baseConfig, businessConfig, databaseConfig, type Env, loadConfig, storeConfig, tokenConfig } from '@app/chassis/config/config.ts'
import { originSetting, smtpUrlSetting, webUrlSetting } from '@app/chassis/config/url-settings.ts'
import { createReviewAddresses, reviewAddressConfig } from '@app/chassis/mail/review-addresses.ts'
import { internalMailConfig } from '@app/chassis/mail/serve-mails.ts'
import * as Type from 'typebox'
import { contentOfTasks } from './mail/request-content.ts'
import { sheetAddress } from './sheet/config.ts'

const schema = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...internalMailConfig,
  ...reviewAddressConfig,
  ...businessConfig,
  // The service reads only public files, so it has no keys of the store.
  S3_ENDPOINT: storeConfig.S3_ENDPOINT,
  S3_BUCKET: storeConfig.S3_BUCKET,
  PUBLIC_URL: originSetting("the gateway's origin, with which links in emails begin"),
  TASKS_URL: originSetting('URL of tasks, which composes emails about tasks'),
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
  const contactsPerMinute = config.RATE_CONTACTS_PER_MINUTE ?? (config.NODE_ENV === 'production' ? 5 : 100)
  return {
    ...config,
    PUBLIC_URL: config.PUBLIC_URL.replace(/\/$/, ''),
    RATE_CONTACTS_PER_MINUTE: contactsPerMinute,
    sheet: sheetAddress(config),
    reviewAddresses: createReviewAddresses(config),
    requestContent: contentOfTasks(config),
  }
}
