import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { RateLimitTables } from '@app/chassis/limits/limiter.ts'
import type { Role } from '@app/contracts/http/session.ts'
import type { Generated } from 'kysely'

export interface UserRow {
  id: string
  email: string
  /** Normalized email address, for comparisons. */
  email_key: string
  username: string
  password_hash: string
  /** Hash of the last applied `ADMIN_PASSWORD`. If this setting is unchanged at a start, the current password of the admin stays. */
  configured_hash: string | null
  role: Role
  /** Unix time in seconds. Tokens issued earlier are rejected. */
  tokens_invalid_before: Generated<number>
  is_operator: Generated<boolean>
  /** Incremented with each event about the user. */
  version: Generated<number>
  created_at: string
  /** The row of a removed admin stays without email address and password, so that the admin's tokens stay invalid. */
  removed_at: string | null
  /** Hash of a removed admin's email address, so that the configuration does not add the admin again. */
  removed_email_hash: string | null
  email_verified_at: string | null
  /** When the last known email to an owner's confirmed address bounced. */
  email_bounced_at: string | null
  /** Time of an owner's last stored sign-in. Later sign-ins within an hour are not stored. Null for admins. */
  last_signed_in_at: string | null
}

interface SecondFactorRow {
  user_id: string
  /** TOTP secret in Base32, encrypted (`encryption/field-cipher.ts`). */
  secret: string
  /** Null until the user enters the first valid code. Until then the factor is not used. */
  confirmed_at: string | null
  /** TOTP time step of the last accepted code. Codes of this step and earlier ones are rejected. */
  last_used_time_step: Generated<number>
  recovery_hashes: Generated<string[]>
}

interface ResetCodeRow {
  user_id: string
  /** The code is derived from this id, so that the same code can be sent again. */
  id: string
  code_hash: string
  expires_at: string
  issued_at: string
}

interface ResetRequestRow {
  /** Normalized email address. It may belong to no user. */
  email_key: string
  client: string
  requested_at: string
  /** Time from which the worker (`mail-codes.ts`) handles the request. Null after the request was handled. */
  mail_due_at: string | null
}

/** The latest verification link of an owner. The row stays until the link expires, so that a second use of the link is not an error. */
interface EmailVerificationRow {
  user_id: string
  /** The token of the link is derived from this id. */
  id: string
  expires_at: string
}

/** A request of an owner to change the email address. An owner has at most one. */
interface EmailChangeRow {
  user_id: string
  /** The token of the link is derived from this id. */
  id: string
  /** The new address. Another account may have it. */
  email: string
  expires_at: string
}

/** The confirmed address that an account had before a change. Its mailbox got a link that restores it. Nobody else can use the address. */
interface EmailRevertRow {
  /** The token of the link is derived from this id. The ids grow with the time of the change. */
  id: string
  user_id: string
  email: string
  /** Normalized email address. */
  email_key: string
  expires_at: string
}

/** An open invitation of an admin. The row is deleted when the invitation is accepted or revoked. */
interface AdminInvitationRow {
  /** The token of the link is derived from this id. A new invitation of the same address gets a new id. */
  id: string
  email: string
  /** Normalized email address. */
  email_key: string
  invited_by: string
  created_at: string
  expires_at: string
}

export interface Tables extends MessageTables, RateLimitTables {
  users: UserRow
  /** Contains encrypted values. */
  secrets: { name: string; value: string }
  /** `private_key` is an encrypted PEM. `ends_at` is when the last token signed with this key expires, or null for the latest key. */
  signing_keys: { kid: string; private_key: string; signs_from: string; ends_at: string | null }
  reset_codes: ResetCodeRow
  reset_requests: ResetRequestRow
  email_verifications: EmailVerificationRow
  second_factors: SecondFactorRow
  admin_invitations: AdminInvitationRow
  email_changes: EmailChangeRow
  email_reverts: EmailRevertRow
  ended_sessions: { token_id: string; user_id: string; expires_at: number }
  /** `key` is a hash of a client and an email address that signed in from this client. */
  known_clients: { key: string; seen_at: string }
  sign_in_failures: { key: string; failures: number; retry_at: string }
}
