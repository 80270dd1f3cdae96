import { baseConfig, businessConfig, databaseConfig, type Env, loadConfig, tokenConfig } from '@app/chassis/config.ts'
import { sheetHosts, sheetHostsConfig } from '@app/chassis/http/sheet-hosts.ts'
import * as Type from 'typebox'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...sheetHostsConfig,
  ...businessConfig,
  COMPANY_URL: Type.String({ minLength: 1, description: 'URL of the company service, which returns a profile before its event arrives' }),
}

export function readConfig(env: Env) {
  const config = loadConfig(properties, env)
  return { ...config, hosts: sheetHosts(config.CRM_HOSTS, config.NODE_ENV) }
}
