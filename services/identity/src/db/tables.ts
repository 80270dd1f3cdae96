import type { MessageTables } from '@app/chassis/db/message-tables.ts'
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
  /** Counts this user's events. */
  version: Generated<number>
  created_at: string
}

export interface Tables extends MessageTables {
  users: UserRow
  secrets: { name: string; value: string }
  reset_codes: { user_id: string; code_hash: string; expires_at: string; wrong_tries: Generated<number> }
  rate_limits: { key: string; used_until: string }
  sign_in_failures: { key: string; failures: number; retry_at: string }
}
