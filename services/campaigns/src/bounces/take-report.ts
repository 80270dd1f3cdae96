import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { isAboutAddress } from '@app/chassis/mail/verdict.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { suppress } from '../suppression/suppress.ts'
import {
  type Addressee,
  findTestMailByToken,
  lockByToken,
  recordReaction,
  settleUnknown,
  type TokenHolder,
} from '../suppression/token-holder.repository.ts'
import type { Report } from './report.ts'
import { watchReputation } from './reputation.ts'

/** In the ledger, before the status: there is nobody at the address; or something else kept the mail away. */
const ADDRESS_BOUNCED = 'address-bounced'
const MAIL_BOUNCED = 'mail-bounced'

/**
 * Takes in a report about the email with this token. The same report may come again. Returns whose email it was if the report
 * stops all sending of the company. Reports about test emails do not count for the company's reputation.
 */
export const takeReport = (db: Kysely<Tables>, token: string, report: Report): Promise<TokenHolder | undefined> =>
  inTransaction(db, async (trx) => {
    const holder = await lockByToken(trx, token)
    if (holder) return (await takeIn(trx, holder, report)) ? holder : undefined
    const tested = await findTestMailByToken(trx, token)
    if (tested) await takeInOfTest(trx, tested, report)
    return undefined
  })

/** Suppresses the address of a test email that bounced for good, or about which the recipient complained. */
async function takeInOfTest(trx: Transaction<Tables>, { companyId, email }: Addressee, report: Report): Promise<void> {
  if (report.kind === 'complaint') return suppress(trx, { companyId, email, reason: 'complained' })
  if (report.action === 'failed' && isAboutAddress(report.status)) await suppress(trx, { companyId, email, reason: 'bounced' })
}

async function takeIn(trx: Transaction<Tables>, holder: TokenHolder, report: Report): Promise<boolean> {
  if (report.kind === 'complaint') return takeComplaint(trx, holder)
  if (report.action === 'failed') return takeBounce(trx, holder, report.status)
  await settleUnknown(trx, holder, 'accepted')
  return false
}

async function takeComplaint(trx: Transaction<Tables>, holder: TokenHolder): Promise<boolean> {
  const { companyId, email } = holder
  await settleUnknown(trx, holder, 'accepted')
  await suppress(trx, { companyId, email, reason: 'complained' })
  const isNew = await recordReaction(trx, holder, 'complained')
  return isNew && watchReputation(trx, holder, 'complaints')
}

async function takeBounce(trx: Transaction<Tables>, holder: TokenHolder, status: string): Promise<boolean> {
  const { companyId, email } = holder
  const isHard = isAboutAddress(status)
  await settleUnknown(trx, holder, 'failed')
  const isNew = await recordReaction(trx, holder, 'bounced')
  const isFirstHard = isHard && (await recordCode(trx, holder, `${ADDRESS_BOUNCED} ${status}`))
  if (isNew && !isHard) await recordCode(trx, holder, `${MAIL_BOUNCED} ${status}`.trim())
  if (!isFirstHard) return false
  await suppress(trx, { companyId, email, reason: 'bounced' })
  return watchReputation(trx, holder, 'bounces')
}

/** Answers whether it was not known yet that there is nobody at the address. */
async function recordCode(trx: Transaction<Tables>, { deliveryId }: TokenHolder, code: string): Promise<boolean> {
  const recorded = await trx
    .updateTable('delivery')
    .set({ code, ...(code.startsWith(ADDRESS_BOUNCED) && { merge: null }) })
    .where('id', '=', deliveryId)
    .where(sql<boolean>`coalesce(code, '') not like ${`${ADDRESS_BOUNCED}%`}`)
    .returning('id')
    .executeTakeFirst()
  return recorded !== undefined
}
