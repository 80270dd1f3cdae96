import type { Mailing } from './mailing.ts'
import { say } from './report.ts'
import { beginSending, finishSending, until } from './sending.ts'

const UNSUBSCRIBED = 200
/** Number of parallel requests. It equals the number of database connections that a process has for requests. */
const AT_ONCE = 5
const SMTP_CONNECTIONS_PER_SENDER = 20

/** Unsubscribes recipients during a dispatch. Checks that they get no mail after the unsubscribe request has succeeded. */
export async function unsubscribed(mailing: Mailing, mails: number): Promise<boolean> {
  const { database, replicas } = mailing
  const { id, look } = await beginSending(mailing, mails)
  await until('a quarter of the mails is sent', async () => ((await look()).rows.accepted ?? 0) > mails / 4)
  const { rows: waiting } = await database.query<{ token: string }>(
    "select token from campaigns.delivery where dispatch_id = $1 and state = 'queued' order by due_at desc, position desc limit $2",
    [id, UNSUBSCRIBED],
  )
  /** Time of the successful response, by the token of the unsubscribe link. */
  const unsubscribedAt = new Map<string, number>()
  const post = async ({ token }: { token: string }) => {
    const response = await fetch(`http://127.0.0.1:${replicas[0]?.port}/unsubscribe/${token}`, { method: 'POST' })
    if (!response.ok) throw new Error(`The unsubscribe request failed with status ${response.status}`)
    unsubscribedAt.set(token, Date.now())
    await response.body?.cancel()
  }
  for (let at = 0; at < waiting.length; at += AT_ONCE) await Promise.all(waiting.slice(at, at + AT_ONCE).map(post))
  await finishSending(mailing, look)
  const { rows } = await database.query<{ token: string; claimed: number; settled: number }>(
    `select token, extract(epoch from first_claimed_at)::float8 * 1000 as claimed, extract(epoch from settled_at)::float8 * 1000 as settled
    from campaigns.delivery where dispatch_id = $1 and state = 'accepted' and unsubscribed_at is not null`,
    [id],
  )
  const count = (isOne: (row: { claimed: number; settled: number }, at: number) => boolean): number =>
    rows.filter((row) => isOne(row, unsubscribedAt.get(row.token) ?? 0)).length
  const after = count(({ claimed }, at) => claimed > at)
  const during = count(({ claimed, settled }, at) => claimed <= at && settled > at)
  const none = waiting.length - rows.length
  say(
    `${waiting.length} of ${mails} unsubscribed during the dispatch: ${none} got no mail, ${during} mails were being sent, ${after} were sent later`,
  )
  return after === 0 && none > 0 && during <= SMTP_CONNECTIONS_PER_SENDER * replicas.length
}
