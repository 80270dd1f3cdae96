import { baseConfig, businessConfig, databaseConfig, type Env, loadConfig, tokenConfig } from '@app/chassis/config.ts'
import * as Type from 'typebox'
import { sheetAddress } from './sheet/config.ts'

const schema = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  BUSINESS_TIMEZONE: businessConfig.BUSINESS_TIMEZONE,
  PUBLIC_URL: Type.String({ minLength: 1, description: "the gateway's origin; links in mails point there" }),
  SMTP_URL: Type.String({ minLength: 1, description: 'the mail relay, such as smtps://user:password@host:465' }),
  RATE_CONTACTS_PER_MINUTE: Type.Optional(
    Type.Integer({ minimum: 1, description: 'contact forms a minute from one client; 5 in production, 100 elsewhere' }),
  ),
  CONTACT_SHEET_URL: Type.Optional(Type.String({ description: 'the Apps Script web app that lists contact forms in a spreadsheet' })),
  CONTACT_SHEET_HOSTS: Type.String({ default: '', description: "further hosts it may be at or send on to, beside Google's, with commas" }),
  STREAMS_MAX: Type.Integer({ minimum: 1, default: 2_000, description: 'live streams one replica holds at once' }),
}

export function readConfig(env: Env) {
  const config = loadConfig(schema, env)
  const contactsPerMinute = config.RATE_CONTACTS_PER_MINUTE ?? (config.NODE_ENV === 'production' ? 5 : 100)
  return {
    ...config,
    PUBLIC_URL: config.PUBLIC_URL.replace(/\/$/, ''),
    RATE_CONTACTS_PER_MINUTE: contactsPerMinute,
    sheet: sheetAddress(config),
  }
}
