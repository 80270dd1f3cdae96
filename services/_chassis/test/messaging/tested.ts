import { connect } from '@app/chassis/db/connect.ts'
import { createMessageTables, type MessageTables } from '@app/chassis/db/message-tables.ts'
import { currentContext } from '@app/chassis/logging/context.ts'
import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { defineEvent } from '@app/contracts/define.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import * as Type from 'typebox'
import { v7 } from 'uuid'

export interface Tables extends MessageTables {
  effect: { consumer: string; n: number; correlation: string; causation: string | null }
}

/** The table `effect` has no unique key. If an event causes its effect twice, the table gets two rows. */
const effects: Migration = {
  async up(db) {
    await sql`create table effect (consumer text not null, n integer not null, correlation text, causation text)`.execute(db)
  },
}
export const migrations = { '0001-messages': { up: createMessageTables }, '0002-effects': effects }

export const testedEvent = (name: string) =>
  defineEvent({ type: `tasks.${name}.v1`, summary: 'A test', aggregate: 'test', data: Type.Object({ n: Type.Integer() }) })
export type Tested = ReturnType<typeof testedEvent>

export type Handle = (trx: Transaction<Tables>, n: number) => Promise<void>

export const open = (url: string, schema: string): Kysely<Tables> => connect<Tables>({ url, schema, max: 10, onIdleError: () => {} })

export const addNumbered = (db: Kysely<Tables>, event: Tested, n: number): Promise<void> =>
  db.transaction().execute((trx) => addEvent(trx, event, { aggregateId: `a${n % 7}`, version: n, data: { n } }))

/** Returns a subscription. Its handler inserts a row with the consumer's name and the event's number into the table `effect`. */
export const counting = (event: Tested, name: string, handle: Handle = async () => {}): Subscription<Tables> =>
  on<Tables, Tested>(event, async (trx, { data }) => {
    await handle(trx, data.n)
    const { correlationId, causationId } = currentContext()
    await sql`insert into effect values (${name}, ${data.n}, ${correlationId}, ${causationId})`.execute(trx)
  })

export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

export const envelopeOf = ({ event }: { event: Tested }, data: unknown): EventEnvelope => ({
  specversion: '1.0',
  id: v7(),
  source: '/tasks',
  type: event.type,
  subject: 'a1',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: 'c1',
  aggregateversion: 1,
  data,
})
