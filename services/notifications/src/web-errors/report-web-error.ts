import { createHash } from 'node:crypto'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { redactText } from '@app/chassis/logging/redact-text.ts'
import type { reportWebError as contract } from '@app/contracts/http/web-errors.ts'
import type { Kysely } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { addWebError } from './web-error.repository.ts'

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
  await addWebError(db)
}
