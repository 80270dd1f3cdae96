import type { BaseDeps } from '@app/chassis/create-service.ts'
import type { Tables } from './db/tables.ts'
import type { FieldCipher } from './encryption/field-cipher.ts'
import type { IdentityLimits } from './limits/limits.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'

/** What this service's use cases stand on. */
export interface IdentityDeps extends BaseDeps<Tables> {
  now: () => Date
  limits: IdentityLimits
  passwords: Passwords
  /** Decrypts stored secrets, and encrypts new ones. */
  cipher: FieldCipher
  signingKeys: SigningKeys
  /** Makes reset codes and keys their hashes: a copy of that table alone gives no code away. */
  resetSecret: string
  /** Keys the hashes of clients that signed in. */
  clientSecret: string
  /** Whether admins cannot sign in without a second factor. */
  secondFactorRequired: boolean
}
