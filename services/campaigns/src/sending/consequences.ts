import { type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { holdDispatch } from '../dispatches/stop-dispatch.ts'
import { suppress } from '../suppression/suppress.ts'
import { suspendForReputation } from '../suspensions/reputation.ts'
import type { Settled } from './ledger.ts'
import { OTHER_PROVIDERS } from './providers.ts'
import { halveRate } from './token-buckets.ts'

/** A dispatch is put on hold when this many of its last `OF_THE_LAST` emails were refused because of our sender domain or IP address. */
const MAX_REFUSED = 20
const OF_THE_LAST = 400
/** An address whose mailbox may be full or closed is suppressed after this many refusals within `MAILBOX_WITHIN`. */
const MAX_MAILBOX_REFUSALS = 3
const MAILBOX_WITHIN = sql`interval '30 days'`
const DOMAIN_DELAY = sql`interval '1 minute'`

const SENDER_REFUSED = {
  code: 'sender-refused',
  reason: 'Mail services are refusing our emails. We have stopped sending this email until we fix that. Nobody was removed from your list.',
}

/** Whether an outcome requires changes outside its own row in the ledger. */
export const hasConsequences = ({ outcome }: Settled): boolean => outcome.why !== undefined || outcome.slows === true

async function isMailboxRefusedOften(db: QueryExecutorProvider, companyId: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from dispatch join delivery on dispatch_id = dispatch.id and email = ${email}
    where dispatch.company_id = ${companyId} and delivery.state = 'failed' and delivery.code like 'mailbox-refused%'
      and settled_at > now() - ${MAILBOX_WITHIN}`.execute(db)
  return (rows[0]?.times ?? 0) >= MAX_MAILBOX_REFUSALS
}

async function isSenderRefusedOften(db: QueryExecutorProvider, dispatchId: string): Promise<boolean> {
  const { rows } = await sql<{ since: string }>`
    select settled_at as since from delivery
    where dispatch_id = ${dispatchId} and state = 'failed' and code like 'sender-refused%'
    order by settled_at desc offset ${MAX_REFUSED - 1} limit 1`.execute(db)
  const [oldest] = rows
  if (!oldest) return false
  const { rows: among } = await sql`
    select from delivery where dispatch_id = ${dispatchId} and settled_at >= ${oldest.since} and attempts > 0
    limit ${OF_THE_LAST + 1}`.execute(db)
  return among.length <= OF_THE_LAST
}

/** Delays all queued emails of the dispatch to the recipient's domain, because the domain asked for a lower rate. */
const delayDomain = (db: QueryExecutorProvider, { claimed: { dispatchId, email } }: Settled) =>
  sql`
    update delivery set due_at = greatest(due_at, now() + ${DOMAIN_DELAY})
    where dispatch_id = ${dispatchId} and provider = ${OTHER_PROVIDERS} and state = 'queued'
      and split_part(email, '@', 2) = ${email.split('@')[1] ?? ''}`.execute(db)

/**
 * Applies the consequences of outcomes outside their own rows in the ledger. Suppresses email addresses that were refused. Slows down the
 * emails to providers that asked for a lower rate. Suspends a company if too many of its emails bounced. Puts a dispatch on hold if our
 * sender domain or IP address was refused often. Returns the ids of the dispatches that were put on hold.
 */
export async function applyConsequences(trx: Transaction<Tables>, settled: readonly Settled[], perSecond: number): Promise<string[]> {
  for (const one of settled) {
    const { companyId, email, provider } = one.claimed
    const { why, slows } = one.outcome
    if (why === 'address-refused' || (why === 'mailbox-refused' && (await isMailboxRefusedOften(trx, companyId, email))))
      await suppress(trx, { companyId, email, reason: 'refused' })
    if (slows) await (provider === OTHER_PROVIDERS ? delayDomain(trx, one) : halveRate(trx, provider, perSecond))
  }
  const addressRefused = settled.filter(({ outcome }) => outcome.why === 'address-refused').map(({ claimed }) => claimed)
  for (const claimed of new Map(addressRefused.map((one) => [one.dispatchId, one])).values())
    await suspendForReputation(trx, claimed, 'bounces')
  const senderRefused = settled.filter(({ outcome }) => outcome.why === 'sender-refused').map(({ claimed }) => claimed.dispatchId)
  const held: string[] = []
  for (const id of new Set(senderRefused))
    if ((await isSenderRefusedOften(trx, id)) && (await holdDispatch(trx, id, SENDER_REFUSED))) held.push(id)
  return held
}
