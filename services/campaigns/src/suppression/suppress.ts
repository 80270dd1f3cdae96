import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import type { Suppression } from '@app/contracts/http/suppressions.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { keepSuppression } from './suppression.repository.ts'

interface Unwanted {
  companyId: string
  /** Trimmed, in lower case. */
  email: string
  reason: Suppression['reason']
}

/** What somebody wishes is told to whoever keeps the company's customers; what a mailbox refuses is not. */
const wishes: readonly Suppression['reason'][] = ['unsubscribed', 'complained']

/** Keeps an address from all mails of a company from now on, those of open sendings included that have not left yet. */
export async function suppress(trx: Transaction<Tables>, { companyId, email, reason }: Unwanted): Promise<void> {
  const id = await keepSuppression(trx, { companyId, email, reason, isWish: wishes.includes(reason) })
  await withdrawMails(trx, { companyId, email, reason })
  if (id && wishes.includes(reason)) {
    const data = { companyProfileId: companyId, email }
    await addEvent(trx, RecipientUnsubscribed, { aggregateId: id, version: 1, data })
  }
}

/** Also what nobody knows to have arrived: it would be sent once more. What is claimed at the moment its sender hears of. */
async function withdrawMails(trx: Transaction<Tables>, { companyId, email, reason }: Unwanted): Promise<void> {
  await sql`
    with of_address as (
      select delivery.id, delivery.dispatch_id, delivery.state
      from delivery join dispatch on dispatch.id = delivery.dispatch_id
      where dispatch.company_id = ${companyId}
        and dispatch.state in ('gathering', 'sending', 'waiting', 'held', 'paused')
        and delivery.email = ${email}
    ), stopped as (
      update delivery set state = 'suppressed', code = ${reason}, settled_at = now(), merge = null
      from of_address where delivery.id = of_address.id and delivery.state in ('queued', 'unknown')
    )
    select pg_notify('campaigns_stop', dispatch_id::text) from of_address where state = 'sending'`.execute(trx)
}
