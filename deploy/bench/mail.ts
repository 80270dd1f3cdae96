import { addDispatch, beginDispatch, lookAtDispatch } from '../test/apart/dispatch.ts'
import { type Mailing, startMailing } from '../test/apart/mailing.ts'
import type { Replica } from '../test/apart/replica.ts'
import type { MailPoolAnswer, MailPoolQuestion } from './mail-pool-worker.ts'
import { until } from './owner.ts'
import { growthDuring } from './process-memory.ts'
import { type Measure, median, say } from './report.ts'
import { startWorker } from './worker.ts'

const MAILS = 10_000
const ROUNDS = 3
const MANY = 100_000
const CONNECTIONS = 20
/** Maximum number of mails per second. The value is so high that the rate is not limited. */
const RATE = 100_000
const LIMIT_MS = 300_000

/** Sends a campaign and returns mails per second, from the first claim of a delivery to the result of the last delivery. */
export async function rateOf({ database }: Mailing, mails: number): Promise<number> {
  const id = await addDispatch(database, mails)
  await beginDispatch(database, id)
  await until('a campaign is sent', async () => (await lookAtDispatch(database, id)).state === 'done', LIMIT_MS)
  const { rows } = await database.query<{ seconds: number }>(
    'select extract(epoch from max(settled_at) - min(first_claimed_at))::float8 as seconds from campaigns.delivery where dispatch_id = $1',
    [id],
  )
  return mails / (rows[0]?.seconds ?? Number.NaN)
}

/** Measures one and two replicas that send a campaign. Compares one replica with nodemailer's pool, which stores no delivery records. */
export async function benchMail(smtpUrl: string): Promise<Measure[]> {
  const pool = startWorker('mail-pool-worker.ts')
  const mailing = await startMailing({ smtpUrl, rate: RATE, replicas: 2 })
  try {
    const [first, second] = mailing.replicas as [Replica, Replica]
    await mailing.start(first)
    await rateOf(mailing, MAILS / 4)
    const alone: number[] = []
    const pooled: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      say(`${MAILS} mails with delivery records and from a pool, round ${round} of ${ROUNDS}`)
      alone.push(await rateOf(mailing, MAILS))
      const question: MailPoolQuestion = { smtpUrl, mails: MAILS, connections: CONNECTIONS }
      pooled.push((MAILS * 1_000) / (await pool.ask<MailPoolAnswer>(question)).ms)
    }
    say(`${MANY} mails from one replica`)
    let many = Number.NaN
    const [growth = Number.NaN] = await growthDuring([first.pid ?? 0], async () => {
      many = await rateOf(mailing, MANY)
    })
    await mailing.start(second)
    await rateOf(mailing, MAILS / 4)
    const both: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      say(`${MAILS} mails from two replicas, round ${round} of ${ROUNDS}`)
      both.push(await rateOf(mailing, MAILS))
    }
    const each = `median of ${ROUNDS} × ${MAILS} mails of 3 kB`
    return [
      { what: 'mails of a campaign, one replica', measured: median(alone), unit: '/s', target: { atLeast: 1_000 }, detail: each },
      { what: 'mails of a campaign, two replicas', measured: median(both), unit: '/s', target: { atLeast: 1_600 }, detail: each },
      {
        what: 'one replica, ratio to a pool without delivery records',
        measured: median(alone.map((rate, at) => rate / (pooled[at] ?? Number.NaN))),
        unit: 'x',
        target: { atLeast: 0.8 },
        detail: `nodemailer's pool with the same number of connections: ${median(pooled).toFixed(0)}/s`,
      },
      {
        what: `memory growth by ${MANY} recipients`,
        measured: growth,
        unit: 'MB',
        target: { below: 64 },
        detail: `one replica, ${many.toFixed(0)}/s`,
      },
    ]
  } finally {
    await mailing.stop()
    await pool.stop()
  }
}
