import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { migrateService } from '@app/chassis/db/migrate.ts'
import type { EventRateQuestion } from './event-rate-worker.ts'
import type { Parts } from './parts.ts'
import { type Measure, say } from './report.ts'
import { startWorker } from './worker.ts'

const EVENTS = 10_000
const WRITERS = 16

interface Effects {
  arrived: number
  doubled: number
  /** Milliseconds from the commit of the first row in `bench.effect` to the commit of the last row. */
  span: number
}

async function effectsIn({ database }: Parts): Promise<Effects> {
  const text = `select count(distinct n)::int as arrived, (count(*) - count(distinct n))::int as doubled,
    (extract(epoch from max(at) - min(at)) * 1000)::float as span from (select n, pg_xact_commit_timestamp(xmin) as at from bench.effect) each`
  const { rows } = await database.query<Effects>(text)
  return rows[0] ?? { arrived: 0, doubled: 0, span: Number.NaN }
}

/** Measures events per second, from the outbox to the commit of the row that the consumer inserts for each event. */
export async function benchEventRate(parts: Parts, transport: string, amqpUrl?: string): Promise<Measure[]> {
  const { database, databaseUrl } = parts
  const migrations = { '0001-messages': { up: createMessageTables } }
  await migrateService({ adminUrl: databaseUrl, service: 'bench', migrations, rolePassword: crypto.randomUUID() })
  await database.query('create table bench.effect (n integer not null)')
  say(`${EVENTS} events over ${transport}`)
  const worker = startWorker('event-rate-worker.ts')
  try {
    await worker.ask({ databaseUrl, amqpUrl, events: EVENTS, writers: WRITERS } satisfies EventRateQuestion)
  } finally {
    await worker.stop()
  }
  const { arrived, doubled, span } = await effectsIn(parts)
  return [
    {
      what: `events, ${transport}`,
      measured: (arrived * 1000) / span,
      unit: '/s',
      target: { atLeast: 1000 },
      detail: `${EVENTS} events, one transaction per event; effects committed within ${(span / 1000).toFixed(1)} s`,
    },
    {
      what: `events lost or duplicated, ${transport}`,
      measured: EVENTS - arrived + doubled,
      unit: 'lost',
      target: { below: 1 },
      detail: `${arrived} handled, ${doubled} duplicates`,
    },
  ]
}
