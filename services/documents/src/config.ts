import { baseConfig, databaseConfig, type Env, loadConfig, storageConfig, tokenConfig } from '@app/chassis/config/config.ts'
import { originSetting } from '@app/chassis/config/url-settings.ts'
import { internalDataConfig } from '@app/chassis/keys/internal-data-key.ts'
import { internalMailConfig } from '@app/chassis/mail/internal-key.ts'
import * as Type from 'typebox'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...storageConfig,
  ...internalMailConfig,
  ...internalDataConfig,
  COMPANY_URL: originSetting('URL of the company service, for profiles that no event has reported yet'),
  TASKS_URL: originSetting('URL of tasks, which knows the tasks for which photos are sent, and the quota of pictures'),
  DOCUMENTS_MAX_COUNT: Type.Integer({ minimum: 1, default: 500, description: 'maximum number of documents of one company' }),
  DOCUMENTS_MAX_MB: Type.Integer({ minimum: 1, default: 2_048, description: 'maximum size of all documents of one company, in MB' }),
}

export type DocumentsConfig = Type.Static<Type.TObject<typeof properties>>

export const readConfig = (env: Env): DocumentsConfig => loadConfig(properties, env)
