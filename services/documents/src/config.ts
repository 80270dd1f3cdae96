import { baseConfig, databaseConfig, type Env, loadConfig, storageConfig, tokenConfig } from '@app/chassis/config.ts'
import * as Type from 'typebox'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...storageConfig,
  COMPANY_URL: Type.String({ minLength: 1, description: 'asked for a profile that no event has told of yet' }),
  DOCUMENTS_MAX_COUNT: Type.Integer({ minimum: 1, default: 500, description: 'documents of one company' }),
  DOCUMENTS_MAX_MB: Type.Integer({ minimum: 1, default: 2_048, description: 'of all documents of one company together' }),
}

export type DocumentsConfig = Type.Static<Type.TObject<typeof properties>>

export const readConfig = (env: Env): DocumentsConfig => loadConfig(properties, env)
