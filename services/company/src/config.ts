import { baseConfig, databaseConfig, type Env, loadConfig, storageConfig, tokenConfig } from '@app/chassis/config/config.ts'
import { originSetting } from '@app/chassis/config/url-settings.ts'
import { sheetHosts, sheetHostsConfig } from '@app/chassis/http/sheet-hosts.ts'
import { internalDataConfig } from '@app/chassis/keys/internal-data-key.ts'
import { internalMailConfig } from '@app/chassis/mail/internal-key.ts'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...storageConfig,
  ...sheetHostsConfig,
  ...internalMailConfig,
  ...internalDataConfig,
  PUBLIC_URL: originSetting("the gateway's origin, with which links in emails begin"),
  IDENTITY_URL: originSetting('URL of identity, which exports and erases accounts'),
  TASKS_URL: originSetting('URL of tasks, which exports and erases tasks, previews and reports'),
  DOCUMENTS_URL: originSetting('URL of documents, which exports and erases documents and photos'),
  CRM_PROXY_URL: originSetting('URL of crm-proxy, which exports customers, and erases copies of their spreadsheets'),
  CAMPAIGNS_URL: originSetting('URL of campaigns, which exports and erases campaigns and their recipients'),
  NOTIFICATIONS_URL: originSetting('URL of notifications, which erases emails and messages'),
}

export function readConfig(env: Env) {
  const config = loadConfig(properties, env)
  return { ...config, sheetHosts: sheetHosts(config.CRM_HOSTS, config.NODE_ENV) }
}
