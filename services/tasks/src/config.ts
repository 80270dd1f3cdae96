import { baseConfig, businessConfig, databaseConfig, type Env, loadConfig, storageConfig, tokenConfig } from '@app/chassis/config/config.ts'
import { originSetting } from '@app/chassis/config/url-settings.ts'
import { internalDataConfig } from '@app/chassis/keys/internal-data-key.ts'
import { internalMailConfig } from '@app/chassis/mail/internal-key.ts'
import * as Type from 'typebox'
import { reviewKeyConfig } from './keys/review-keys.ts'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...storageConfig,
  ...businessConfig,
  ...reviewKeyConfig,
  ...internalMailConfig,
  ...internalDataConfig,
  RECORD_SIGNING_KEY: Type.String({ description: 'signs the receipts of decisions: 32 random bytes in base64' }),
  COLLEAGUE_INVITATIONS_PER_DAY: Type.Integer({
    minimum: 1,
    default: 200,
    description: 'maximum number of emails per day that invite colleagues of owners, for all companies together',
  }),
  COMPANY_URL: originSetting('URL of the company service, for profiles that no event has reported yet'),
  DOCUMENTS_URL: originSetting('URL of documents, which stores the photos that owners send'),
  CAMPAIGNS_URL: originSetting('URL of campaigns, which returns figures for monthly reports'),
  CRM_PROXY_URL: originSetting('URL of crm-proxy, which returns figures for monthly reports'),
}

export type TasksConfig = Type.Static<Type.TObject<typeof properties>>

export const readConfig = (env: Env): TasksConfig => loadConfig(properties, env)
