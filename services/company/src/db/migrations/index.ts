import { messageMigrations } from '@app/chassis/db/message-tables.ts'
import type { Migrations } from '@app/chassis/db/migrate.ts'
import { idempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { rateLimitTable } from '@app/chassis/limits/limiter.ts'
import { sweepTable } from '@app/chassis/storage/sweep.ts'
import { companies } from './0001-companies.ts'

export const migrations: Migrations = {
  ...messageMigrations,
  '0001-companies': companies,
  '0002-sweep': sweepTable,
  '0004-idempotency-keys': idempotencyKeyTable,
  '0010-rate-limits': rateLimitTable,
}
