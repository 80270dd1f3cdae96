import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import type { Suppression } from '@app/contracts/http/suppressions.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { upsertSuppression } from './suppression.repository.ts'

interface SuppressedAddress {
  companyId: string
  /** Trimmed and in lower case. */
  email: string
  reason: Suppression['reason']
}

/** Decisions of the recipient. crm-proxy writes them to the company's spreadsheet, but does not write refusals of a mailbox. */
const recipientsDecisions: readonly Suppression['reason'][] = ['unsubscribed', 'complained']

/** Suppresses an email address, and the queued emails to this address, for a company. */
export async function suppress(trx: Transaction<Tables>, { companyId, email, reason }: SuppressedAddress): Promise<void> {
  const id = await upsertSuppression(trx, { companyId, email, reason, isRecipientsDecision: recipientsDecisions.includes(reason) })
  await suppressUnsentMails(trx, { companyId, email, reason })
  if (id && recipientsDecisions.includes(reason)) {
    const data = { companyProfileId: companyId, email }
    await addEvent(trx, RecipientUnsubscribed, { aggregateId: id, version: 1, data })
  }
}

/** Suppresses queued and `unknown` emails to an address. Notifies senders that have claimed an email to this address. */
async function suppressUnsentMails(trx: Transaction<Tables>, { companyId, email, reason }: SuppressedAddress): Promise<void> {
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
