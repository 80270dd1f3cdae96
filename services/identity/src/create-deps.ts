import { randomBytes } from 'node:crypto'
import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import { type IdentityConfig, isSecondFactorRequired } from './config.ts'
import { getOrCreateSecret } from './db/get-or-create-secret.ts'
import type { Tables } from './db/tables.ts'
import type { IdentityDeps } from './deps.ts'
import { createFieldCipher } from './encryption/field-cipher.ts'
import { checkStoredSecrets } from './encryption/stored-secrets.ts'
import { limitsOf } from './limits/limits.ts'
import { createPasswords } from './passwords/passwords.ts'
import { isTokenValid } from './tokens/ended-tokens.repository.ts'
import { openSigningKeys } from './tokens/signing-keys.ts'

const makeSecret = (): string => randomBytes(32).toString('base64url')

export async function createDeps(base: BaseDeps<Tables>, config: IdentityConfig): Promise<IdentityDeps> {
  const cipher = createFieldCipher(config)
  await checkStoredSecrets(base.db, cipher)
  return {
    ...base,
    // Other services use the list of revoked tokens that identity publishes. Identity reads its own tables.
    isRevoked: async (token) => !(await isTokenValid(base.db, token)),
    now: () => new Date(),
    limits: limitsOf(config),
    cipher,
    passwords: await createPasswords(),
    signingKeys: await openSigningKeys(base.db, cipher),
    resetSecret: await getOrCreateSecret(base.db, cipher, 'reset-codes', makeSecret),
    verificationSecret: await getOrCreateSecret(base.db, cipher, 'verification-links', makeSecret),
    clientSecret: await getOrCreateSecret(base.db, cipher, 'known-clients', makeSecret),
    secondFactorRequired: isSecondFactorRequired(config),
    internalMailKey: config.INTERNAL_MAIL_KEY,
    origin: new URL(config.PUBLIC_URL).origin,
  }
}
