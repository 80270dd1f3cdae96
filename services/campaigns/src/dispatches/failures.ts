import { createHash } from 'node:crypto'
import { isPostgresError } from '@app/chassis/db/faults.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { changeDispatch, lockDispatch, type WorkingDispatch } from './dispatch.repository.ts'
import { holdDispatch } from './stop-dispatch.ts'

/** A dispatch is put on hold after this many failures in a row for the same reason, or this many crashes in a row. */
export const MAX_FAILURES = 3

export const CRASHED = {
  code: 'crashed',
  reason:
    'Our service stopped three times while it prepared this email, so we stopped trying. Choose Send now to try again. If it is put on hold again, please contact us.',
}

const MAIL_NOT_MADE = {
  code: 'mail-not-made',
  reason:
    'We couldn’t create this email: it failed three times in the same way. Change the text or the picture of the step, then choose Send now. If it is put on hold again, please contact us.',
}

const AUDIENCE_NOT_STORED = {
  code: 'audience-not-stored',
  reason:
    'We couldn’t import the recipients from your spreadsheet: it failed three times in the same way. Check the rows you added last for unusual characters, then choose Send now. If it is put on hold again, please contact us.',
}

/**
 * Returns an identifier for the cause of an error, for the column `failure`. The identifier contains a hash instead of the error message,
 * because the message may quote personal data from the spreadsheet.
 */
function fingerprintOf(error: unknown): string {
  if (isPostgresError(error)) return `postgres ${error.code}`
  const { name, message } = error instanceof Error ? error : { name: typeof error, message: String(error) }
  return `${name} ${createHash('sha256').update(message).digest('hex').slice(0, 16)}`
}

/**
 * Counts an error that is not transient. The scheduler retries the dispatch after the first two errors. After the third error in a row for
 * the same reason, this function puts the dispatch on hold and returns the code of the hold's reason. Otherwise, it returns undefined.
 */
export function recordFailure(db: Kysely<Tables>, { id, hasMail }: WorkingDispatch, error: unknown): Promise<string | undefined> {
  const failure = fingerprintOf(error)
  return inTransaction(db, async (trx) => {
    const dispatch = await lockDispatch(trx, id)
    if (!dispatch) return undefined
    const failures = dispatch.failure === failure ? dispatch.failures + 1 : 1
    if (failures < MAX_FAILURES) {
      await changeDispatch(trx, id, { failures, failure })
      return undefined
    }
    const fault = hasMail ? AUDIENCE_NOT_STORED : MAIL_NOT_MADE
    return (await holdDispatch(trx, id, fault)) ? fault.code : undefined
  })
}
