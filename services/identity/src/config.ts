import { baseConfig, ConfigError, databaseConfig, type Env, loadConfig } from '@app/chassis/config/config.ts'
import { LOCAL_ADMIN_PASSWORD } from '@app/chassis/config/local-admin.ts'
import { originSetting } from '@app/chassis/config/url-settings.ts'
import { internalDataConfig } from '@app/chassis/keys/internal-data-key.ts'
import { keyFault } from '@app/chassis/keys/key-bytes.ts'
import { internalMailConfig } from '@app/chassis/mail/internal-key.ts'
import { oneOf } from '@app/contracts/primitives.ts'
import { isEmail } from '@app/contracts/rules/email.ts'
import * as Type from 'typebox'
import { cipherConfig } from './encryption/field-cipher.ts'
import { limitConfig } from './limits/limits.ts'
import { passwordFault } from './passwords/good-password.ts'

const properties = {
  ...baseConfig,
  ...databaseConfig,
  ...limitConfig,
  ...cipherConfig,
  ...internalMailConfig,
  ...internalDataConfig,
  PUBLIC_URL: originSetting("the gateway's origin, with which links in emails begin"),
  ADMIN_EMAIL: Type.Optional(Type.String()),
  ADMIN_PASSWORD: Type.Optional(Type.String()),
  ADMIN_SECOND_FACTOR: Type.Optional(oneOf(['required', 'optional'])),
}

export type IdentityConfig = Type.Static<Type.TObject<typeof properties>>

export const isSecondFactorRequired = ({ ADMIN_SECOND_FACTOR, NODE_ENV }: IdentityConfig): boolean =>
  ADMIN_SECOND_FACTOR ? ADMIN_SECOND_FACTOR === 'required' : NODE_ENV === 'production'

export function readConfig(env: Env): IdentityConfig {
  const config = loadConfig(properties, env)
  const { NODE_ENV, ADMIN_EMAIL, ADMIN_PASSWORD, IDENTITY_KEY, IDENTITY_KEY_PREVIOUS } = config
  const faults: string[] = []
  if (Boolean(ADMIN_EMAIL) !== Boolean(ADMIN_PASSWORD)) faults.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together')
  if (ADMIN_EMAIL && !isEmail(ADMIN_EMAIL)) faults.push('ADMIN_EMAIL must be an email address')
  const isLocalDefault = ADMIN_PASSWORD === LOCAL_ADMIN_PASSWORD
  const fault = ADMIN_PASSWORD && !isLocalDefault && passwordFault(ADMIN_PASSWORD)
  if (fault) faults.push(`ADMIN_PASSWORD: ${fault}`)
  if (NODE_ENV === 'production' && isLocalDefault) faults.push('ADMIN_PASSWORD is the default of the local run: choose your own')
  for (const [name, key] of Object.entries({ IDENTITY_KEY, IDENTITY_KEY_PREVIOUS })) {
    const keyProblem = key && keyFault(name, key)
    if (keyProblem) faults.push(keyProblem)
  }
  if (faults.length) throw new ConfigError(faults)
  return config
}
