import { messageMigrations } from '@app/chassis/db/message-tables.ts'
import type { Migrations } from '@app/chassis/db/migrate.ts'
import { idempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { users } from './0001-users.ts'
import { limits } from './0002-limits.ts'
import { accounts } from './0010-accounts.ts'
import { operators } from './0011-operators.ts'
import { signingKeys } from './0012-signing-keys.ts'
import { emailVerification } from './0013-email-verification.ts'
import { encryption } from './0014-encryption.ts'
import { withoutEarlierReleases } from './0015-without-earlier-releases.ts'

export const migrations: Migrations = {
  ...messageMigrations,
  '0001-users': users,
  '0002-limits': limits,
  '0004-idempotency-keys': idempotencyKeyTable,
  '0010-accounts': accounts,
  '0011-operators': operators,
  '0012-signing-keys': signingKeys,
  '0013-email-verification': emailVerification,
  '0014-encryption': encryption,
  '0015-without-earlier-releases': withoutEarlierReleases,
}
