import { companyTable } from '@app/chassis/companies/company-projection.ts'
import { messageMigrations } from '@app/chassis/db/message-tables.ts'
import type { Migrations } from '@app/chassis/db/migrate.ts'
import { idempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { sweepTable } from '@app/chassis/storage/sweep.ts'
import { documents } from './0001-documents.ts'

export const migrations: Migrations = {
  ...messageMigrations,
  '0001-company': companyTable,
  '0001-documents': documents,
  '0002-sweep': sweepTable,
  '0004-idempotency-keys': idempotencyKeyTable,
}
