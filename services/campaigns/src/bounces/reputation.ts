import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { publishHeld } from '../dispatches/dispatch-events.ts'
import { holdDispatch } from '../dispatches/hold-dispatch.ts'
import type { TokenHolder } from '../suppression/token-holder.repository.ts'
import { suspendSending } from '../suspensions/suspend-sending.ts'

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

type Sending = Pick<TokenHolder, 'dispatchId' | 'companyId'>

async function isOver(trx: Transaction<Tables>, { dispatchId }: Sending, what: keyof typeof limits): Promise<boolean> {
  const { rows } = await sql<Record<keyof typeof limits | 'sent', number>>`
    select audience - (select count(*) from delivery where dispatch_id = dispatch.id and state in ('queued', 'sending', 'unknown')) as sent,
      (select count(*) from delivery where dispatch_id = dispatch.id and code like 'address-%') as bounces,
      (select count(*) from delivery where dispatch_id = dispatch.id and complained_at is not null) as complaints
    from dispatch where id = ${dispatchId} and not company_suspended`.execute(trx)
  const { least, share } = limits[what]
  const [counts] = rows
  return counts !== undefined && counts[what] >= least && counts[what] > share * counts.sent
}

/**
 * Suspends sending of a company when the bounces or complaints of one of its sendings exceed a limit. This happens once for each sending,
 * so that the next report does not undo an admin's release. Returns whether this call suspended the company.
 */
export async function watchReputation(trx: Transaction<Tables>, sending: Sending, what: keyof typeof limits): Promise<boolean> {
  if (!(await isOver(trx, sending, what))) return false
  const { dispatchId, companyId } = sending
  const told = await trx
    .updateTable('dispatch')
    .set({ company_suspended: true })
    .where('id', '=', dispatchId)
    .where('company_suspended', '=', false)
    .returning('state')
    .executeTakeFirst()
  if (!told) return false
  const held = { code: 'reputation', reason: limits[what].reason }
  if (told.state === 'sending') await holdDispatch(trx, dispatchId, held)
  else await publishHeld(trx, dispatchId, held.code, held.reason)
  await suspendSending(trx, { scope: 'company', id: companyId }, held.reason)
  return true
}
