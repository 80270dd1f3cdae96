import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import type { Tables } from './db/tables.ts'
import type { FieldCipher } from './encryption/field-cipher.ts'
import type { IdentityLimits } from './limits/limits.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'

export interface IdentityDeps extends BaseDeps<Tables> {
  now: () => Date
  limits: IdentityLimits
  passwords: Passwords
  cipher: FieldCipher
  signingKeys: SigningKeys
  /** HMAC key for reset codes and their hashes. Without this key, a copy of the table `reset_codes` does not reveal the codes. */
  resetSecret: string
  /** HMAC key for the tokens of links in emails (`tokens/link-token.ts`). Without this key, a copy of the tables does not reveal them. */
  verificationSecret: string
  /** HMAC key of the hashes of known clients. */
  clientSecret: string
  secondFactorRequired: boolean
  /** The key with which `notifications` requests the content of emails, in base64. */
  internalMailKey: string
  /** The key of the routes with which `company` reads records for exports, and erases data, in base64. */
  internalDataKey: string
  /** The origin of the product in URLs for people, without a slash at the end. */
  origin: string
}
