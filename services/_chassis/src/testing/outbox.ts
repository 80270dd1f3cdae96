import type { EventContract } from '@app/contracts/define.ts'
import { type Kysely, sql } from 'kysely'
import type { ReceivedEvent } from '../messaging/event.ts'

export async function outboxOf<E extends EventContract>(db: Kysely<never>, event: E): Promise<ReceivedEvent<E>[]> {
  const { rows } = await sql<{
    event: ReceivedEvent<E>
  }>`select event from outbox where event->>'type' = ${event.type} order by id`.execute(db)
  return rows.map((row) => row.event)
}
