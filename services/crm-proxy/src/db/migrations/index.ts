import { companyTable } from '@app/chassis/companies/company-projection.ts'
import { messageMigrations } from '@app/chassis/db/message-tables.ts'
import type { Migrations } from '@app/chassis/db/migrate.ts'
import { idempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { dropUnusedWorkTables, workCauses, workTables } from '@app/chassis/work/work-table.ts'
import { sheets } from './0003-sheets.ts'
import { figures } from './0005-figures.ts'
import { writesTag } from './0007-writes-tag.ts'
import { writesVersion } from './0008-writes-version.ts'

export const migrations: Migrations = {
  ...messageMigrations,
  '0001-company': companyTable,
  '0002-idempotency-keys': idempotencyKeyTable,
  '0003-sheets': sheets,
  '0004-work': workTables,
  '0005-figures': figures,
  '0006-work-causes': workCauses,
  '0007-writes-tag': writesTag,
  '0008-writes-version': writesVersion,
  '0009-unused-work-tables': dropUnusedWorkTables,
}
