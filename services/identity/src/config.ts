import { baseConfig, ConfigError, databaseConfig, type Env, loadConfig } from '@app/chassis/config.ts'
import { LOCAL_ADMIN_PASSWORD } from '@app/chassis/local-admin.ts'
import { isEmail } from '@app/contracts/rules/email.ts'
import { isPasswordValid } from '@app/contracts/rules/password.ts'
import * as Type from 'typebox'
import { limitConfig } from './limits/limits.ts'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...limitConfig,
  ADMIN_EMAIL: Type.Optional(Type.String()),
  ADMIN_PASSWORD: Type.Optional(Type.String()),
}

export type IdentityConfig = Type.Static<Type.TObject<typeof properties>>

/** The admin that the environment names, if it does. */
export const firstAdminOf = ({ ADMIN_EMAIL, ADMIN_PASSWORD }: IdentityConfig) =>
  ADMIN_EMAIL && ADMIN_PASSWORD ? ({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD, by: 'configuration' } as const) : undefined

export function readConfig(env: Env): IdentityConfig {
  const config = loadConfig(properties, env)
  const { NODE_ENV, ADMIN_EMAIL, ADMIN_PASSWORD } = config
  const faults: string[] = []
  if (Boolean(ADMIN_EMAIL) !== Boolean(ADMIN_PASSWORD)) faults.push('ADMIN_EMAIL and ADMIN_PASSWORD go together')
  if (ADMIN_EMAIL && !isEmail(ADMIN_EMAIL)) faults.push('ADMIN_EMAIL must be an e-mail address')
  if (ADMIN_PASSWORD && !isPasswordValid(ADMIN_PASSWORD)) faults.push('ADMIN_PASSWORD does not meet security requirements')
  if (NODE_ENV === 'production' && ADMIN_PASSWORD === LOCAL_ADMIN_PASSWORD)
    faults.push('ADMIN_PASSWORD is the printed default of the local run: choose your own')
  if (faults.length) throw new ConfigError(faults)
  return config
}
