import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { CampaignsDeps } from '../deps.ts'
import { suppress } from '../suppression/suppress.ts'
import { lockByToken, noteAfterwards, settleUnknown, type TokenHolder } from '../suppression/token-holder.repository.ts'

/** Whoever has the mail wants no more of its company; said again, it changes nothing. Undefined for a token of no mail. */
export const unsubscribe = ({ db }: Pick<CampaignsDeps, 'db'>, token: string): Promise<TokenHolder | undefined> =>
  inTransaction(db, async (trx) => {
    const holder = await lockByToken(trx, token)
    if (!holder) return undefined
    await settleUnknown(trx, holder, 'accepted')
    await suppress(trx, { companyId: holder.companyId, email: holder.email, reason: 'unsubscribed' })
    await noteAfterwards(trx, holder, 'unsubscribed')
    return holder
  })
