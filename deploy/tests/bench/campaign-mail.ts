import { addDispatch, beginDispatch, lookAtDispatch } from '../faults/fleet/dispatch.ts'
import { type Mailing, startMailing } from '../faults/fleet/mailing.ts'
import type { Replica } from '../faults/fleet/replica.ts'
import type { Open } from './open.ts'
import { until } from './owner.ts'
import { growthDuring } from './process-usage.ts'
import { type Measure, median, say } from './report.ts'
import { startWorker } from './worker.ts'

const MAILS = 10_000
const ROUNDS = 3
const MANY = 100_000
const CONNECTIONS = 20
const LIMIT_MS = 300_000

/** Starts replicas of `campaigns`, whose rate is not limited, and a relay that accepts all emails. The replicas do not run yet. */
export async function openMailing(open: Open, replicas: number, settings?: readonly string[]) {
  const relay = await open(startWorker<typeof import('./workers/mail-relay.ts')>('mail-relay.ts'))
  const smtpUrl = await relay.call('startRelay')
  const mailing = await open(startMailing({ smtpUrl, rate: 100_000, replicas, settings }))
  return { smtpUrl, mailing, replicas: mailing.replicas as [Replica, Replica] }
}

/** Sends a campaign and returns emails per second, from the first claim of a delivery to the result of the last delivery. */
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
export async function benchCampaignMail(open: Open): Promise<Measure[]> {
  const { smtpUrl, mailing, replicas } = await openMailing(open, 2)
  const [first, second] = replicas
  const pool = await open(startWorker<typeof import('./workers/bare-mail.ts')>('bare-mail.ts'))
  await mailing.start(first)
  await rateOf(mailing, MAILS / 4)
  const alone: number[] = []
  const pooled: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    say(`${MAILS} emails with delivery records and from a pool, round ${round} of ${ROUNDS}`)
    alone.push(await rateOf(mailing, MAILS))
    pooled.push(await pool.call('sendFromPool', smtpUrl, MAILS, CONNECTIONS))
  }
  say(`${MANY} emails from one replica`)
  let many = Number.NaN
  const [growth = Number.NaN] = await growthDuring([first.pid ?? 0], async () => {
    many = await rateOf(mailing, MANY)
  })
  await mailing.start(second)
  await rateOf(mailing, MAILS / 4)
  const both: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    say(`${MAILS} emails from two replicas, round ${round} of ${ROUNDS}`)
    both.push(await rateOf(mailing, MAILS))
  }
  const ratio = median(alone.map((rate, at) => rate / (pooled[at] ?? Number.NaN)))
  const each = `median of ${ROUNDS} × ${MAILS} emails of 3 kB`
  const ofPool = `nodemailer's pool with the same number of connections: ${median(pooled).toFixed(0)}/s`
  return [
    { what: 'emails of a campaign, one replica', measured: median(alone), unit: '/s', atLeast: 1_000, detail: each },
    { what: 'emails of a campaign, two replicas', measured: median(both), unit: '/s', atLeast: 1_600, detail: each },
    { what: 'one replica, ratio to a pool without delivery records', measured: ratio, unit: 'x', atLeast: 0.8, detail: ofPool },
    { what: `memory growth by ${MANY} recipients`, measured: growth, unit: 'MB', below: 64, detail: `one replica, ${many.toFixed(0)}/s` },
  ]
}
