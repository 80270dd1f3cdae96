import { schemaOf } from '@app/chassis/db/migrate.ts'
import type pg from 'pg'

/** Copies unhandled events from the event log to the outbox, because backups contain no queues. Returns the number of events. */
export async function resendUnhandled(client: pg.Client, subscribed: Readonly<Record<string, readonly string[]>>): Promise<number> {
  const services = Object.keys(subscribed)
  const waiting = services.map((service, at) => {
    const schema = schemaOf(service)
    return `type = any($${at + 1}::text[])
      and not exists (select from ${schema}.inbox where event_id = sent.id)
      and not exists (select from ${schema}.dead_letter where id = sent.id)`
  })
  let total = 0
  for (const service of services) {
    const { rowCount } = await client.query(
      `insert into ${schemaOf(service)}.outbox (id, event)
       select id, event from ${schemaOf(service)}.event_log sent where not is_unroutable and ((${waiting.join(') or (')}))
       on conflict do nothing`,
      Object.values(subscribed),
    )
    total += rowCount ?? 0
  }
  return total
}
