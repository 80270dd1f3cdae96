import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { CampaignsDeps } from '../deps.ts'
import { suppress } from '../suppression/suppress.ts'
import { type Addressee, findTestMailByToken, lockByToken, recordReaction, settleUnknown } from '../suppression/token-holder.repository.ts'

/**
 * Suppresses the recipient of a campaign's email or a test email for the company. Safe to repeat. Undefined for an unknown token.
 */
export const unsubscribe = ({ db }: Pick<CampaignsDeps, 'db'>, token: string): Promise<Addressee | undefined> =>
  inTransaction(db, async (trx) => {
    const holder = await lockByToken(trx, token)
    const addressee = holder ?? (await findTestMailByToken(trx, token))
    if (!addressee) return undefined
    if (holder) await settleUnknown(trx, holder, 'accepted')
    await suppress(trx, { companyId: addressee.companyId, email: addressee.email, reason: 'unsubscribed' })
    if (holder) await recordReaction(trx, holder, 'unsubscribed')
    return addressee
  })
