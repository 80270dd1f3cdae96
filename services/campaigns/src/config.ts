import { baseConfig, businessConfig, databaseConfig, type Env, loadConfig, storageConfig, tokenConfig } from '@app/chassis/config.ts'
import * as Type from 'typebox'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...storageConfig,
  ...businessConfig,
  COMPANY_URL: Type.String({ minLength: 1, description: 'asked for a profile that no event has told of yet' }),
}

export type CampaignsConfig = Type.Static<Type.TObject<typeof properties>>

export const readConfig = (env: Env): CampaignsConfig => loadConfig(properties, env)
