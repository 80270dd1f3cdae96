import { companyTable } from '@app/chassis/companies/company-projection.ts'
import { messageMigrations } from '@app/chassis/db/message-tables.ts'
import type { Migrations } from '@app/chassis/db/migrate.ts'
import { idempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { rateLimitTable } from '@app/chassis/limits/limiter.ts'
import { sweepTable } from '@app/chassis/storage/sweep.ts'
import { campaigns } from './0003-campaigns.ts'
import { deliveries } from './0004-deliveries.ts'
import { mailSearch } from './0006-mail-search.ts'
import { testMails } from './0008-test-mails.ts'
import { dispatchFailures } from './0009-dispatch-failures.ts'

export const migrations: Migrations = {
  ...messageMigrations,
  '0001-company': companyTable,
  '0002-idempotency-keys': idempotencyKeyTable,
  '0002-sweep': sweepTable,
  '0003-campaigns': campaigns,
  '0004-deliveries': deliveries,
  '0005-rate-limits': rateLimitTable,
  '0006-mail-search': mailSearch,
  '0008-test-mails': testMails,
  '0009-dispatch-failures': dispatchFailures,
}
