import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { reportDispatch } from '../dispatches/report-dispatch.ts'
import { holdDispatch, REPUTATION } from '../dispatches/stop-dispatch.ts'
import type { CampaignMailRecipient } from '../suppression/mail-recipient.repository.ts'
import { suspendSending } from './suspend-sending.ts'

interface Limit {
  /** Fewer bounces or complaints than this do not suspend the company. */
  minimum: number
  /** Maximum share of bounces or complaints among the sent emails. */
  share: number
  reason: string
}

/** Bounce and complaint rates that mailbox providers tolerate. Above these rates, providers refuse the emails of all our companies. */
const limits = {
  bounces: {
    minimum: 20,
    share: 0.05,
    reason:
      'More than 5% of the addresses that this campaign was sent to do not exist. We have stopped sending your campaigns. Please remove wrong addresses from your spreadsheet, then contact us to continue.',
  },
  complaints: {
    minimum: 5,
    share: 0.003,
    reason:
      'More than 0.3% of the people who got this campaign reported it as spam. We have stopped sending your campaigns. Please make sure that everyone in your spreadsheet asked for your emails, then contact us to continue.',
  },
} satisfies Record<string, Limit>

type DispatchIds = Pick<CampaignMailRecipient, 'dispatchId' | 'companyId'>

async function isOver(trx: Transaction<Tables>, { dispatchId }: DispatchIds, what: keyof typeof limits): Promise<boolean> {
  const { rows } = await sql<Record<keyof typeof limits | 'sent', number>>`
    select audience - (select count(*) from delivery where dispatch_id = dispatch.id and state in ('queued', 'sending', 'unknown')) as sent,
      (select count(*) from delivery where dispatch_id = dispatch.id and code like 'address-%') as bounces,
      (select count(*) from delivery where dispatch_id = dispatch.id and complained_at is not null) as complaints
    from dispatch where id = ${dispatchId} and not company_suspended`.execute(trx)
  const { minimum, share } = limits[what]
  const [counts] = rows
  return counts !== undefined && counts[what] >= minimum && counts[what] > share * counts.sent
}

/**
 * Suspends a company's sending if bounces or complaints of a dispatch exceed a limit. Each dispatch suspends the company only once.
 * Otherwise the next report would suspend the company again after an admin's release. Returns whether this call suspended the company.
 */
export async function suspendForReputation(trx: Transaction<Tables>, dispatch: DispatchIds, what: keyof typeof limits): Promise<boolean> {
  if (!(await isOver(trx, dispatch, what))) return false
  const { dispatchId, companyId } = dispatch
  const marked = await trx
    .updateTable('dispatch')
    .set({ company_suspended: true })
    .where('id', '=', dispatchId)
    .where('company_suspended', '=', false)
    .returning('state')
    .executeTakeFirst()
  if (!marked) return false
  const { reason } = limits[what]
  if (marked.state === 'sending') await holdDispatch(trx, dispatchId, { code: REPUTATION, reason })
  else await reportDispatch(trx, dispatchId, { outcome: 'held', reason, isSuspension: true })
  await suspendSending(trx, { scope: 'company', id: companyId }, reason)
  return true
}
