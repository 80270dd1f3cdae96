import { baseConfig, businessConfig, databaseConfig, type Env, loadConfig, tokenConfig } from '@app/chassis/config/config.ts'
import { originSetting } from '@app/chassis/config/url-settings.ts'
import { sheetHosts, sheetHostsConfig } from '@app/chassis/http/sheet-hosts.ts'
import { internalDataConfig } from '@app/chassis/keys/internal-data-key.ts'
import { internalMailConfig } from '@app/chassis/mail/internal-key.ts'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...sheetHostsConfig,
  ...businessConfig,
  ...internalMailConfig,
  ...internalDataConfig,
  PUBLIC_URL: originSetting("the gateway's origin, with which links in emails begin"),
  COMPANY_URL: originSetting('URL of the company service, which returns a profile before its event arrives'),
}

export function readConfig(env: Env) {
  const config = loadConfig(properties, env)
  return { ...config, hosts: sheetHosts(config.CRM_HOSTS, config.NODE_ENV) }
}
