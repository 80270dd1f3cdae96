import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { RateLimitTables } from '@app/chassis/limits/limiter.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import type { Generated } from 'kysely'

export interface UserRow {
  id: string
  /** As typed. */
  email: string
  /** The form in which addresses are compared. */
  email_key: string
  username: string
  password_hash: string
  /** Hash of the password that configuration last set, so that a password reset later is not undone at the next start. */
  configured_hash: string | null
  role: Role
  /** Seconds since 1970; tokens issued before are refused. */
  tokens_invalid_before: Generated<number>
  /** Of an admin who sees and does operations. */
  is_operator: Generated<boolean>
  /** Counts this user's events. */
  version: Generated<number>
  created_at: string
  /** Of an admin that was removed: the row stays, without address and password, so that its tokens stay ended. */
  removed_at: string | null
  /** A hash of the address it had, so that configuration does not bring it back. */
  removed_email_hash: string | null
  /** When the owner confirmed the email address; null until then. */
  email_verified_at: string | null
}

interface SecondFactorRow {
  user_id: string
  /** Base32, encrypted (`encryption/field-cipher.ts`). */
  secret: string
  /** Null until a code of it was given. */
  confirmed_at: string | null
  /** The time step of the code that was taken last: none works twice. */
  last_used_time_step: Generated<number>
  /** Of the recovery codes that are left. */
  recovery_hashes: Generated<string[]>
}

interface ResetCodeRow {
  user_id: string
  code_hash: string
  expires_at: string
  /** The code is derived from it, so that the same code can be mailed again. */
  nonce: string
  issued_at: string
}

interface ResetRequestRow {
  /** Of anybody, known or not. */
  email_key: string
  client: string
  requested_at: string
  /** When to see whether a code is to be mailed; null once that is done. */
  mail_due_at: string | null
}

/** The latest token that was mailed to an owner. It stays until it expires, so that a second use can be told from a wrong token. */
interface EmailVerificationRow {
  user_id: string
  /** SHA-256; the token itself is stored nowhere. */
  token_hash: string
  expires_at: string
}

export interface Tables extends MessageTables, RateLimitTables {
  users: UserRow
  /** `value`: encrypted. */
  secrets: { name: string; value: string }
  /** `private_key`: PEM, encrypted. `ends_at`: when the last token signed with the key expires; null for the latest key. */
  signing_keys: { kid: string; private_key: string; signs_from: string; ends_at: string | null }
  reset_codes: ResetCodeRow
  reset_requests: ResetRequestRow
  email_verifications: EmailVerificationRow
  second_factors: SecondFactorRow
  ended_sessions: { token_id: string; user_id: string; expires_at: number }
  /** Pairs of a client and an address that signed in from there, hashed. */
  known_clients: { key: string; seen_at: string }
  sign_in_failures: { key: string; failures: number; retry_at: string }
}
