import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { isFound } from '@app/chassis/db/is-found.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { isAboutAddress } from '@app/chassis/mail/verdict.ts'
import { MAIL_UNKNOWN, type MailReport } from '@app/contracts/http/inbound-mail.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import {
  type CampaignMailRecipient,
  findTestMailByToken,
  lockByToken,
  type MailRecipient,
  recordReaction,
  settleUnknown,
} from '../suppression/mail-recipient.repository.ts'
import { suppress } from '../suppression/suppress.ts'
import { suspendForReputation } from '../suspensions/reputation.ts'

/** Ledger codes of bounces: the mailbox does not exist, or the email bounced for another reason. The status code is appended. */
const ADDRESS_BOUNCED = 'address-bounced'
const MAIL_BOUNCED = 'mail-bounced'

/**
 * Records a report about an email. A repeated report has no effect. Throws 404 if no email has the token. Returns the email's recipient if
 * the report suspends the company's sending.
 */
export const recordReport = (db: Kysely<Tables>, token: string, report: MailReport): Promise<CampaignMailRecipient | undefined> =>
  inTransaction(db, async (trx) => {
    const recipient = await lockByToken(trx, token)
    if (recipient) return (await recordForCampaignMail(trx, recipient, report)) ? recipient : undefined
    const testRecipient = await findTestMailByToken(trx, token)
    if (!testRecipient) throw new AppError(MAIL_UNKNOWN, 'not-found', 'No email has this token.')
    await recordForTestMail(trx, testRecipient, report)
    return undefined
  })

async function recordForTestMail(trx: Transaction<Tables>, { companyId, email }: MailRecipient, report: MailReport): Promise<void> {
  if (report.kind === 'complaint') return suppress(trx, { companyId, email, reason: 'complained' })
  if (report.action === 'failed' && isAboutAddress(report.status)) await suppress(trx, { companyId, email, reason: 'bounced' })
}

async function recordForCampaignMail(trx: Transaction<Tables>, recipient: CampaignMailRecipient, report: MailReport): Promise<boolean> {
  if (report.kind === 'complaint') return recordComplaint(trx, recipient)
  if (report.action === 'failed') return recordBounce(trx, recipient, report.status)
  await settleUnknown(trx, recipient, 'accepted')
  return false
}

async function recordComplaint(trx: Transaction<Tables>, recipient: CampaignMailRecipient): Promise<boolean> {
  const { companyId, email } = recipient
  await settleUnknown(trx, recipient, 'accepted')
  await suppress(trx, { companyId, email, reason: 'complained' })
  const isNew = await recordReaction(trx, recipient, 'complained')
  return isNew && suspendForReputation(trx, recipient, 'complaints')
}

async function recordBounce(trx: Transaction<Tables>, recipient: CampaignMailRecipient, status: string): Promise<boolean> {
  const { companyId, email } = recipient
  const isHard = isAboutAddress(status)
  await settleUnknown(trx, recipient, 'failed')
  const isNew = await recordReaction(trx, recipient, 'bounced')
  const isFirstHard = isHard && (await recordCode(trx, recipient, `${ADDRESS_BOUNCED} ${status}`))
  if (isNew && !isHard) await recordCode(trx, recipient, `${MAIL_BOUNCED} ${status}`.trim())
  if (!isFirstHard) return false
  await suppress(trx, { companyId, email, reason: 'bounced' })
  return suspendForReputation(trx, recipient, 'bounces')
}

/** Sets the code of an email unless it is already `address-bounced`. Returns whether the code was set. */
const recordCode = (trx: Transaction<Tables>, { deliveryId }: CampaignMailRecipient, code: string): Promise<boolean> =>
  isFound(
    trx
      .updateTable('delivery')
      .set({ code, ...(code.startsWith(ADDRESS_BOUNCED) && { merge: null }) })
      .where('id', '=', deliveryId)
      .where(sql<boolean>`coalesce(code, '') not like ${`${ADDRESS_BOUNCED}%`}`)
      .returning('id'),
  )
