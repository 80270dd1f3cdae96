import { connect } from '@app/chassis/db/connect.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskRemoved } from '@app/contracts/events/tasks.ts'
import { until } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, say } from './report.ts'

const EVENTS = 10_000
const WRITERS = 8

/** Writes events to the outbox of tasks, each in a transaction of its own, as fast as a few writers can. */
async function writeEvents({ databaseUrl }: Parts, companyId: string): Promise<void> {
  const db = connect<MessageTables>({ url: databaseUrl, schema: 'tasks', max: WRITERS, onIdleError: () => {} })
  let next = 0
  const writer = async () => {
    while (next < EVENTS) {
      const taskId = 1_000_000 + next++
      const data = {
        _id: companyId,
        taskId,
        companyProfileId: companyId,
        companyName: 'Harbor & Pine Coffee',
        ownerId: companyId,
        title: 'Winter blend launch',
        currentStatus: 'Pending',
        targetPostingDate: null,
        submissionForReview: null,
        doneTaskImage: null,
      } as const
      await db.transaction().execute((trx) => addEvent(trx, TaskRemoved, { aggregateId: companyId, version: 1, data }))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  await db.destroy()
}

/** From the first write to the commit of the last effect, through outbox, relay, transport and inbox of the product itself. */
export async function benchEventRate(parts: Parts, transport: string): Promise<Measure[]> {
  say(`${EVENTS} events over ${transport}`)
  const companyId = crypto.randomUUID()
  const begun = performance.timeOrigin + performance.now()
  await writeEvents(parts, companyId)
  const written = performance.timeOrigin + performance.now()
  const effects = async () => {
    const text = `select count(distinct task_id) as arrived, count(*) as rows, max(extract(epoch from pg_xact_commit_timestamp(xmin))) * 1000 as last
      from notifications.notification where company_profile_id = $1 and audience_admins`
    const { rows } = await parts.database.query<{ arrived: string; rows: string; last: string }>(text, [companyId])
    return { arrived: Number(rows[0]?.arrived), rows: Number(rows[0]?.rows), last: Number(rows[0]?.last) }
  }
  await until('every event has arrived', async () => (await effects()).arrived === EVENTS, 60_000).catch(() =>
    say('Some events did not arrive'),
  )
  const { arrived, rows, last } = await effects()
  const detail = `${EVENTS} events written in ${((written - begun) / 1000).toFixed(1)} s, the last effect ${(last - written).toFixed(0)} ms later`
  return [
    { what: `events, ${transport}`, measured: (arrived * 1000) / (last - begun), unit: '/s', target: { atLeast: 1000 }, detail },
    {
      what: `events lost or doubled, ${transport}`,
      measured: EVENTS - arrived + (rows - arrived),
      unit: 'lost',
      target: { below: 1 },
      detail: `${arrived} arrived`,
    },
  ]
}
