import type { TestRelay } from '@app/chassis/testing/relay.ts'
import type { Mailing } from './mailing.ts'
import { say } from './report.ts'
import { areDuplicatesFlagged, beginSending, finishSending, type Received, until } from './sending.ts'

const CLOSED_CONNECTIONS = 10
const MAILS = 1_000

const receivedBy = ({ mails }: TestRelay): Received => {
  const received = new Map<string, number>()
  for (const { messageId = '' } of mails) {
    const id = messageId.slice(1, messageId.indexOf('@'))
    received.set(id, (received.get(id) ?? 0) + 1)
  }
  return received
}

/**
 * The mail relay closes connections after the final dot of a mail. Checks that these mails have the state `unknown`, that they are due
 * again only after ten minutes, and that each of them is then sent once more.
 */
export async function testClosedAfterDot(mailing: Mailing, relay: TestRelay): Promise<boolean> {
  const { database } = mailing
  relay.troubles.push(...Array<'dies after the dot'>(CLOSED_CONNECTIONS).fill('dies after the dot'))
  const { id, look } = await beginSending(mailing, MAILS)
  const sent = async () => (await look()).rows
  await until('all mails are sent or unknown', async () => {
    const { accepted = 0, unknown = 0 } = await sent()
    return accepted + unknown === MAILS
  })
  const { unknown = 0 } = await sent()
  const { rows } = await database.query<{ soon: number }>(
    `select count(*)::int as soon from campaigns.delivery join campaigns.dispatch on dispatch.id = dispatch_id
    where dispatch_id = $1 and delivery.state = 'unknown' and delivery.due_at < started_at + interval '10 minutes'`,
    [id],
  )
  const [{ soon } = { soon: Number.NaN }] = rows
  const repeated = [...receivedBy(relay).values()].filter((times) => times > 1).length
  say(
    `Connection closed after the final dot for ${CLOSED_CONNECTIONS} of ${MAILS}: ${unknown} unknown, ${repeated} repeated, ${soon} due within ten minutes`,
  )
  await finishSending(mailing, look)
  const isSettled = (await sent()).accepted === MAILS
  return (
    unknown === CLOSED_CONNECTIONS &&
    soon === 0 &&
    repeated === 0 &&
    isSettled &&
    (await areDuplicatesFlagged(mailing, id, receivedBy(relay), CLOSED_CONNECTIONS))
  )
}

/** The mail relay closes connections before it has received any data of a mail. Checks that these mails are retried. */
export async function testClosedAtData(mailing: Mailing, relay: TestRelay): Promise<boolean> {
  relay.troubles.push(...Array<'dies at DATA'>(CLOSED_CONNECTIONS).fill('dies at DATA'))
  const { id, look } = await beginSending(mailing, MAILS)
  const sent = async () => (await look()).rows
  await until('all mails are sent or wait for a retry', async () => {
    const { accepted = 0, queued = 0, unknown = 0 } = await sent()
    return relay.troubles.length === 0 && accepted + queued + unknown === MAILS && queued <= CLOSED_CONNECTIONS
  })
  const { unknown = 0, queued = 0 } = await sent()
  say(`Connection closed at DATA for ${CLOSED_CONNECTIONS} of ${MAILS}: ${unknown} unknown, ${queued} to be retried`)
  await finishSending(mailing, look)
  return unknown === 0 && (await sent()).accepted === MAILS && (await areDuplicatesFlagged(mailing, id, receivedBy(relay), 0))
}
