import { setTimeout as sleep } from 'node:timers/promises'
import { addDispatch, beginDispatch, lookAtDispatch } from '../test/apart/dispatch.ts'
import type { RunningProduct } from '../test/product.ts'
import { chooseTaskEmails, must, signInAdmin } from '../test/system/client.ts'
import { newOwner, until } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, median, say } from './report.ts'
import { addTasks } from './seed.ts'

const RECIPIENTS = 50_000
const APPROVALS = 20
const PAUSE_MS = 300

/** Measures how long the mails of approvals wait while the same process sends a campaign. */
export async function benchMailBeside({ url }: RunningProduct, { database }: Parts): Promise<Measure[]> {
  const { send, token, companyId } = await newOwner(url)
  await chooseTaskEmails(send, await signInAdmin(send), 'at-once')
  const isKnown = async () => (await database.query('select from tasks.company where id = $1', [companyId])).rowCount === 1
  await until('the tasks service has the company', isKnown)
  const taskIds = await addTasks(database, companyId, APPROVALS)
  const sentMails = async (): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      "select count(*)::int as count from notifications.mail where template = 'approved' and state = 'sent'",
    )
    return rows[0]?.count ?? 0
  }
  say(`${APPROVALS} approvals while a campaign of ${RECIPIENTS} is sent`)
  const dispatch = await addDispatch(database, RECIPIENTS)
  await beginDispatch(database, dispatch)
  const waits: number[] = []
  for (const [index, taskId] of taskIds.entries()) {
    await must(send('PUT', `/task/update-task/${taskId}`, { token, json: { currentStatus: 'Approved' } }))
    const begun = performance.now()
    await until('the mail of an approval is sent', async () => (await sentMails()) > index)
    waits.push(performance.now() - begun)
    await sleep(PAUSE_MS)
  }
  const { state, rows } = await lookAtDispatch(database, dispatch)
  if (state !== 'sending') throw new Error('The campaign was finished before the last approval')
  return [
    {
      what: 'time until an approval’s mail is sent, during a campaign',
      measured: Math.max(...waits),
      unit: 'ms',
      target: { below: 2_000 },
      detail: `the slowest of ${APPROVALS}, median ${median(waits).toFixed(0)} ms; ${rows.accepted} of ${RECIPIENTS} were sent during this time, all in one process`,
    },
  ]
}
