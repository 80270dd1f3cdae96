import { setTimeout as sleep } from 'node:timers/promises'
import { unlessInterrupted } from '../../bench/interruption.ts'
import { addDispatch, beginDispatch, lookAtDispatch, type Sent } from './dispatch.ts'
import type { Mailing } from './mailing.ts'
import { say } from './report.ts'

/** How often each mail came, by its id. */
export type Received = ReadonlyMap<string, number>

const LIMIT_MS = 120_000

export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${LIMIT_MS / 1000} s in vain until ${what}`)
    await unlessInterrupted(sleep(20))
  }
}

/** A campaign that goes out now, with a look at what became of it. */
export async function beginSending({ database }: Mailing, mails: number): Promise<{ id: string; look: () => Promise<Sent> }> {
  const id = await addDispatch(database, mails)
  await beginDispatch(database, id)
  return { id, look: () => lookAtDispatch(database, id) }
}

/** Waits until a dispatch is done, and leaves out the waits of mails that are unknown or to be tried again. */
export async function finishSending({ database }: Mailing, look: () => Promise<Sent>): Promise<void> {
  await database.query("update campaigns.delivery set due_at = now() where state in ('unknown', 'queued')")
  await until('the dispatch is done', async () => (await look()).state === 'done')
}

/** Whether everybody got the mail, and who got it twice is flagged and one of few. */
export async function areDuplicatesFlagged({ database }: Mailing, id: string, received: Received, most: number): Promise<boolean> {
  const { rows } = await database.query<{ id: string; may_be_duplicate: boolean }>(
    'select id, may_be_duplicate from campaigns.delivery where dispatch_id = $1',
    [id],
  )
  const missing = rows.filter((row) => !received.has(row.id))
  const doubled = rows.filter((row) => (received.get(row.id) ?? 0) > 1)
  const unflagged = doubled.filter((row) => !row.may_be_duplicate || received.get(row.id) !== 2)
  say(`  ${missing.length} missing, ${doubled.length} came twice, ${unflagged.length} of them without a flag or more often`)
  return missing.length === 0 && unflagged.length === 0 && doubled.length <= most
}
