import { sql, type Transaction } from 'kysely'
import { applyBrake } from '../brakes/put-brake.ts'
import type { Tables } from '../db/tables.ts'
import { holdDispatch } from '../dispatches/hold-dispatch.ts'
import { tellHeld } from '../dispatches/tell.ts'
import type { TokenHolder } from '../suppression/token-holder.repository.ts'

/** In the ledger, before the status: there is nobody at the address. */
export const ADDRESS_BOUNCED = 'address-bounced'

interface Limit {
  /** Fewer say nothing. */
  least: number
  /** Of the mails that left. */
  share: number
  reason: string
}

/** What mailbox providers bear, before they take no more mails of anybody's. */
const limits = {
  bounces: {
    least: 20,
    share: 0.05,
    reason:
      'More than 5 % of the addresses that this campaign went to do not exist. Nothing more is sent until you have looked through your spreadsheet and we have let it go on.',
  },
  complaints: {
    least: 5,
    share: 0.003,
    reason:
      'More than 0.3 % of the people that this campaign went to called it spam. Nothing more is sent until you have made sure that all of them asked for it and we have let it go on.',
  },
} satisfies Record<string, Limit>

const isOver = ({ least, share }: Limit, count: number, sent: number): boolean => count >= least && count > share * sent

/**
 * Stops all sending of a company when a dispatch comes to what mailbox providers do not bear. Only the report that makes it so
 * does that: an admin who let it go on is not overruled by the next one. To be called with the dispatch locked.
 */
export async function watchReputation(
  trx: Transaction<Tables>,
  { dispatchId, companyId }: TokenHolder,
  what: keyof typeof limits,
): Promise<void> {
  const { rows } = await sql<Record<keyof typeof limits | 'sent', number>>`
    select count(*) filter (where code like ${`${ADDRESS_BOUNCED}%`}) as bounces, count(complained_at) as complaints,
      count(*) filter (where state = 'accepted' or bounced_at is not null) as sent
    from delivery where dispatch_id = ${dispatchId}`.execute(trx)
  const [counts] = rows
  const limit = limits[what]
  if (!counts || !isOver(limit, counts[what], counts.sent) || isOver(limit, counts[what] - 1, counts.sent)) return
  const held = { code: 'reputation', reason: limit.reason }
  const { state } = await trx.selectFrom('dispatch').select('state').where('id', '=', dispatchId).executeTakeFirstOrThrow()
  if (state === 'sending') await holdDispatch(trx, dispatchId, held)
  else await tellHeld(trx, dispatchId, held.code, held.reason)
  await applyBrake(trx, { scope: 'company', id: companyId }, limit.reason)
}
