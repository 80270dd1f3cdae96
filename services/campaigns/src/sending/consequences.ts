import { type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import { watchReputation } from '../bounces/reputation.ts'
import type { Tables } from '../db/tables.ts'
import { holdDispatch } from '../dispatches/hold-dispatch.ts'
import { suppress } from '../suppression/suppress.ts'
import type { Settled } from './ledger.ts'
import { OTHER_PROVIDERS } from './providers.ts'
import { halveRate } from './token-buckets.ts'

/** So many refusals of us among so many mails: the rest would be refused too. */
const MOST_REFUSED = 20
const OF_THE_LAST = 400
/** What may be a full mailbox, and may be none, is none at the third time. */
const MAILBOX_TIMES = 3
const MAILBOX_WITHIN = sql`interval '30 days'`
const DOMAIN_RESTS = sql`interval '1 minute'`

const SENDER_REFUSED = {
  code: 'sender-refused',
  reason:
    'The recipients’ mail services refuse our mails, whoever they are for. Nothing more is sent until we have mended that; nobody was taken off your list.',
}

/** Whether more than the settling itself follows from an outcome. */
export const hasConsequences = ({ outcome }: Settled): boolean => outcome.why !== undefined || outcome.slows === true

/** Whether an address was refused as often as to be none. */
async function isWorn(db: QueryExecutorProvider, companyId: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from dispatch join delivery on dispatch_id = dispatch.id and email = ${email}
    where dispatch.company_id = ${companyId} and delivery.state = 'failed' and delivery.code like 'mailbox-refused%'
      and settled_at > now() - ${MAILBOX_WITHIN}`.execute(db)
  return (rows[0]?.times ?? 0) >= MAILBOX_TIMES
}

/** Whether the refusals of us are so many that the rest would be refused, too. */
async function isRefused(db: QueryExecutorProvider, dispatchId: string): Promise<boolean> {
  const { rows } = await sql<{ since: string }>`
    select settled_at as since from delivery
    where dispatch_id = ${dispatchId} and state = 'failed' and code like 'sender-refused%'
    order by settled_at desc offset ${MOST_REFUSED - 1} limit 1`.execute(db)
  const [oldest] = rows
  if (!oldest) return false
  const { rows: among } = await sql`
    select from delivery where dispatch_id = ${dispatchId} and settled_at >= ${oldest.since} and attempts > 0 limit ${OF_THE_LAST + 1}`.execute(
    db,
  )
  return among.length <= OF_THE_LAST
}

/** A domain that has mailboxes of its own rests as a whole, so that it is not asked once for each of them. */
const restDomain = (db: QueryExecutorProvider, { claimed: { dispatchId, email } }: Settled) =>
  sql`
  update delivery set due_at = greatest(due_at, now() + ${DOMAIN_RESTS})
  where dispatch_id = ${dispatchId} and provider = ${OTHER_PROVIDERS} and state = 'queued' and split_part(email, '@', 2) = ${email.split('@')[1] ?? ''}`.execute(
    db,
  )

/**
 * What follows from outcomes beside their rows: addresses are suppressed, providers slowed down, dispatches held. Answers which
 * of those, since our mails are refused.
 */
export async function drawConsequences(trx: Transaction<Tables>, settled: readonly Settled[], perSecond: number): Promise<string[]> {
  for (const one of settled) {
    const { companyId, email, provider } = one.claimed
    const { why, slows } = one.outcome
    if (why === 'address-refused' || (why === 'mailbox-refused' && (await isWorn(trx, companyId, email))))
      await suppress(trx, { companyId, email, reason: 'refused' })
    if (slows) await (provider === OTHER_PROVIDERS ? restDomain(trx, one) : halveRate(trx, provider, perSecond))
  }
  const gone = settled.filter(({ outcome }) => outcome.why === 'address-refused').map(({ claimed }) => claimed)
  for (const claimed of new Map(gone.map((one) => [one.dispatchId, one])).values()) await watchReputation(trx, claimed, 'bounces')
  const doubtful = settled.filter(({ outcome }) => outcome.why === 'sender-refused').map(({ claimed }) => claimed.dispatchId)
  const held: string[] = []
  for (const id of new Set(doubtful)) if ((await isRefused(trx, id)) && (await holdDispatch(trx, id, SENDER_REFUSED))) held.push(id)
  return held
}
