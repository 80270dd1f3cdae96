import { baseConfig, businessConfig, databaseConfig, type Env, loadConfig, tokenConfig } from '@app/chassis/config.ts'
import { sheetHosts, sheetHostsConfig } from '@app/chassis/http/sheet-hosts.ts'
import * as Type from 'typebox'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...sheetHostsConfig,
  ...businessConfig,
  COMPANY_URL: Type.String({ minLength: 1, description: 'asked for a profile that no event has told of yet' }),
}

export function readConfig(env: Env) {
  const config = loadConfig(properties, env)
  return { ...config, hosts: sheetHosts(config.CRM_HOSTS, config.NODE_ENV) }
}
