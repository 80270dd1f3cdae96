import { baseConfig, databaseConfig, type Env, loadConfig, storageConfig, tokenConfig } from '@app/chassis/config/config.ts'
import { sheetHosts, sheetHostsConfig } from '@app/chassis/http/sheet-hosts.ts'

export function readConfig(env: Env) {
  const config = loadConfig({ ...baseConfig, ...databaseConfig, ...tokenConfig, ...storageConfig, ...sheetHostsConfig }, env)
  return { ...config, sheetHosts: sheetHosts(config.CRM_HOSTS, config.NODE_ENV) }
}
