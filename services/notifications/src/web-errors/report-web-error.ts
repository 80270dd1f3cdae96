import { createHash } from 'node:crypto'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Logger } from '@app/chassis/logger.ts'
import type { reportWebError as contract } from '@app/contracts/http/web-errors.ts'
import type { Kysely } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { addWebError } from './web-error.repository.ts'

/** Maximum number of reports from one IP address. A page sends at most five. */
const LIMIT = { count: 20, seconds: 60 }

type Report = Type.Static<typeof contract.schema.body>

/** Removes query strings and fragments of URLs, and the tokens of review links, because these may contain secrets. */
const withoutSecrets = (text: string): string => text.replace(/[?#][^\s)'"]*/g, '').replace(/\/review\/[\w-]+/g, '/review/***')

export async function reportWebError(db: Kysely<Tables>, log: Logger, report: Report, ip: string): Promise<void> {
  const client = createHash('sha256').update(clientKey(ip)).digest('base64url')
  await consumeLimit(db, { key: `web-error:${client}`, limit: LIMIT, now: new Date() })
  const { kind, message, stack, release, route } = report
  log.warn(
    { webError: { kind, message: withoutSecrets(message), stack: stack && withoutSecrets(stack), release, route: withoutSecrets(route) } },
    'the web app reported an unexpected error',
  )
  await addWebError(db)
}
