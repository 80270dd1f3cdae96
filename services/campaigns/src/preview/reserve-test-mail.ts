import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isSuppressed } from '../suppression/suppression.repository.ts'
import { suspensionOfCompany } from '../suspensions/suspension.repository.ts'
import {
  findTestMailOf,
  insertTestMail,
  lockTestMails,
  type NewTestMail,
  secondsUntilNext,
  TEST_MAILS_AN_HOUR,
} from './test-mail.repository.ts'

const suppressed = () =>
  new AppError(
    'address-suppressed',
    'conflict',
    'Your email address is on your list of unsubscribed and blocked addresses. Remove it from the list, then send the test again.',
  )

const sendingSuspended = (reason: string) => new AppError('sending-suspended', 'conflict', `We have suspended sending for now: ${reason}`)

function tooMany(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60)
  return new AppError(
    'too-many-test-mails',
    'too-many',
    `You can send ${TEST_MAILS_AN_HOUR} test emails an hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: seconds },
  )
}

interface Reserved {
  id: string
  /** Whether an earlier attempt of the same request reserved the test email. */
  isRetry: boolean
}

/** Throws a 409 if sending is suspended, or if the email address is suppressed for the company. */
export async function assertSendable(db: Kysely<Tables>, mail: { companyId: string; email: string }): Promise<void> {
  const suspension = await suspensionOfCompany(db, mail.companyId)
  if (suspension) throw sendingSuspended(suspension.reason)
  if (await isSuppressed(db, mail)) throw suppressed()
}

/** Reserves a test email before it is sent, so that concurrent requests stay within the limit. Throws a 429 if the limit is reached. */
export const reserveTestMail = (db: Kysely<Tables>, mail: NewTestMail): Promise<Reserved> =>
  inTransaction(db, async (trx) => {
    await lockTestMails(trx, mail)
    const earlier = mail.request && (await findTestMailOf(trx, mail.request))
    if (earlier) return { id: earlier, isRetry: true }
    if (!(await insertTestMail(trx, mail))) throw tooMany(await secondsUntilNext(trx, mail))
    return { id: mail.id, isRetry: false }
  })
