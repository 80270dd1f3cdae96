import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { migrateService } from '@app/chassis/db/migrate.ts'
import type { Open } from './open.ts'
import { type Measure, say } from './report.ts'
import type { Servers } from './servers.ts'
import { startWorker } from './worker.ts'

const EVENTS = 10_000

interface Effects {
  handled: number
  duplicates: number
  /** Time from the commit of the first row in `bench.effect` to the commit of the last row. */
  seconds: number
}

/** Measures events per second, from the outbox to the commit of the row that the consumer inserts for each event. */
export async function measureThroughput(open: Open, { database, databaseUrl }: Servers, amqpUrl?: string): Promise<Measure[]> {
  const transport = amqpUrl ? 'RabbitMQ' : 'in-process'
  const migrations = { '0001-messages': { up: createMessageTables } }
  await migrateService({ adminUrl: databaseUrl, service: 'bench', migrations, rolePassword: crypto.randomUUID() })
  await database.query('create table bench.effect (n integer not null)')
  say(`${EVENTS} events over ${transport}`)
  const worker = await open(startWorker<typeof import('./workers/event-throughput.ts')>('event-throughput.ts'))
  await worker.call('publishAndHandle', databaseUrl, amqpUrl ?? null, EVENTS)
  const { rows } = await database.query<Effects>(
    `select count(distinct n)::int as handled, (count(*) - count(distinct n))::int as duplicates, extract(epoch from max(at) - min(at))::float as seconds
    from (select n, pg_xact_commit_timestamp(xmin) as at from bench.effect) each`,
  )
  const { handled, duplicates, seconds } = rows[0] ?? { handled: 0, duplicates: 0, seconds: Number.NaN }
  const lost = EVENTS - handled + duplicates
  const detail = `${EVENTS} events, one transaction per event; effects committed within ${seconds.toFixed(1)} s`
  const counts = `${handled} handled, ${duplicates} duplicates`
  return [
    { what: `events, ${transport}`, measured: handled / seconds, unit: '/s', atLeast: 1000, detail },
    { what: `events lost or duplicated, ${transport}`, measured: lost, unit: 'lost', below: 1, detail: counts },
  ]
}
