import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { CampaignsDeps } from '../deps.ts'
import {
  findTestMailByToken,
  lockByToken,
  type MailRecipient,
  recordReaction,
  settleUnknown,
} from '../suppression/mail-recipient.repository.ts'
import { suppress } from '../suppression/suppress.ts'

/** Suppresses the recipient of a campaign's email or test email for the company. Returns undefined for an unknown token. Idempotent. */
export const unsubscribe = ({ db }: Pick<CampaignsDeps, 'db'>, token: string): Promise<MailRecipient | undefined> =>
  inTransaction(db, async (trx) => {
    const campaignRecipient = await lockByToken(trx, token)
    const recipient = campaignRecipient ?? (await findTestMailByToken(trx, token))
    if (!recipient) return undefined
    if (campaignRecipient) await settleUnknown(trx, campaignRecipient, 'accepted')
    await suppress(trx, { companyId: recipient.companyId, email: recipient.email, reason: 'unsubscribed' })
    if (campaignRecipient) await recordReaction(trx, campaignRecipient, 'unsubscribed')
    return recipient
  })
