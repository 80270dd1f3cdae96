import { messageMigrations } from '@app/chassis/db/message-tables.ts'
import type { Migrations } from '@app/chassis/db/migrate.ts'
import { idempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { rateLimitTable } from '@app/chassis/limits/limiter.ts'
import { dropUnusedWorkTables, workCauses, workTables } from '@app/chassis/work/work-table.ts'
import { up as notifications } from './0001-notifications.ts'
import { up as contactSheet } from './0002-contact-sheet.ts'
import { up as leasedWork } from './0013-leased-work.ts'
import { up as interests } from './0014-interests.ts'
import { up as documents } from './0015-documents.ts'
import { mailSearch } from './0016-mail-search.ts'
import { up as emailVerified } from './0017-email-verified.ts'
import { notificationTransactions } from './0018-notification-transactions.ts'
import { notificationTransactionsIndexed } from './0018-notification-transactions-indexed.ts'
import { webErrors } from './0019-web-errors.ts'
import { up as withoutEarlierReleases } from './0020-without-earlier-releases.ts'

export const migrations: Migrations = {
  ...messageMigrations,
  '0001-notifications': { up: notifications },
  '0002-contact-sheet': { up: contactSheet },
  '0004-idempotency-keys': idempotencyKeyTable,
  '0005-work': workTables,
  '0012-rate-limits': rateLimitTable,
  '0013-leased-work': { up: leasedWork },
  '0014-interests': { up: interests },
  '0015-documents': { up: documents },
  '0016-mail-search': mailSearch,
  '0017-email-verified': { up: emailVerified },
  '0017-work-causes': workCauses,
  '0018-notification-transactions': notificationTransactions,
  '0018-notification-transactions-indexed': notificationTransactionsIndexed,
  '0019-web-errors': webErrors,
  '0020-without-earlier-releases': { up: withoutEarlierReleases },
  '0020-unused-work-tables': dropUnusedWorkTables,
}
