import {
  baseConfig,
  businessConfig,
  ConfigError,
  databaseConfig,
  type Env,
  loadConfig,
  storageConfig,
  tokenConfig,
} from '@app/chassis/config.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import * as Type from 'typebox'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...tokenConfig,
  ...storageConfig,
  ...businessConfig,
  COMPANY_URL: Type.String({ minLength: 1, description: 'asked for a profile that no event has told of yet' }),
}

export type TasksConfig = Type.Static<Type.TObject<typeof properties>>

function isTimeZone(name: string): boolean {
  try {
    return Boolean(todayIn(name))
  } catch {
    return false
  }
}

export function readConfig(env: Env): TasksConfig {
  const config = loadConfig(properties, env)
  if (!isTimeZone(config.BUSINESS_TIMEZONE)) throw new ConfigError([`BUSINESS_TIMEZONE ${config.BUSINESS_TIMEZONE} is not a time zone`])
  return config
}
