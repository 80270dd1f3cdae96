import { createHash } from 'node:crypto'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { redactText } from '@app/chassis/logging/redact-text.ts'
import type { reportWebError as contract, WebErrorCounts } from '@app/contracts/http/web-errors.ts'
import { type Kysely, sql } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'

/** Maximum number of reports from one IP address. A page sends at most five. */
const LIMIT = { count: 20, seconds: 60 }

type Report = Type.Static<typeof contract.schema.body>

export async function reportWebError(db: Kysely<Tables>, log: Logger, report: Report, ip: string): Promise<void> {
  const client = createHash('sha256').update(clientKey(ip)).digest('base64url')
  await consumeLimit(db, { key: `web-error:${client}`, limit: LIMIT, now: new Date() })
  const { kind, message, stack, release, route } = report
  log.warn(
    {
      webError: {
        kind,
        message: redactText(message),
        stack: stack && redactText(stack),
        release: redactText(release),
        route: redactText(route),
      },
    },
    'the web app reported an unexpected error',
  )
  await sql`
    insert into web_error_hour (hour, count) values (date_trunc('hour', now()), 1)
    on conflict (hour) do update set count = web_error_hour.count + 1`.execute(db)
}

/** Sums the reports of the last 24 hours and of the last 7 days. Reports are counted per hour, so both periods contain whole hours. */
export async function sumWebErrors(db: Kysely<Tables>): Promise<WebErrorCounts> {
  const { rows } = await sql<WebErrorCounts>`
    select coalesce(sum(count) filter (where hour > now() - interval '24 hours'), 0)::integer as "lastDay",
      coalesce(sum(count), 0)::integer as "lastWeek", max(hour) as "latestAt"
    from web_error_hour where hour > now() - interval '7 days'`.execute(db)
  return rows[0] ?? { lastDay: 0, lastWeek: 0, latestAt: null }
}
