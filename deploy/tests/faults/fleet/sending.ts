import { setTimeout as sleep } from 'node:timers/promises'
import { unlessInterrupted } from '../../bench/interruption.ts'
import { addDispatch, beginDispatch, lookAtDispatch, type Sent } from './dispatch.ts'
import type { Mailing } from './mailing.ts'
import { say } from './report.ts'

/** For each mail id, how often the mail was received. */
export type Received = ReadonlyMap<string, number>

const LIMIT_MS = 120_000

export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Timeout: waited ${LIMIT_MS / 1000} s until ${what}`)
    await unlessInterrupted(sleep(20))
  }
}

export async function beginSending({ database }: Mailing, mails: number): Promise<{ id: string; look: () => Promise<Sent> }> {
  const id = await addDispatch(database, mails)
  await beginDispatch(database, id)
  return { id, look: () => lookAtDispatch(database, id) }
}

/** Makes queued mails and mails with an unknown result due now, without their retry delays. Then waits until the dispatch is done. */
export async function finishSending({ database }: Mailing, look: () => Promise<Sent>): Promise<void> {
  await database.query("update campaigns.delivery set due_at = now() where state in ('unknown', 'queued')")
  await until('the dispatch is done', async () => (await look()).state === 'done')
}

/** Whether every recipient got the mail, all duplicates are flagged, and there are at most `most` duplicates. */
export async function areDuplicatesFlagged({ database }: Mailing, id: string, received: Received, most: number): Promise<boolean> {
  const { rows } = await database.query<{ id: string; may_be_duplicate: boolean }>(
    'select id, may_be_duplicate from campaigns.delivery where dispatch_id = $1',
    [id],
  )
  const missing = rows.filter((row) => !received.has(row.id))
  const doubled = rows.filter((row) => (received.get(row.id) ?? 0) > 1)
  const unflagged = doubled.filter((row) => !row.may_be_duplicate || received.get(row.id) !== 2)
  say(`  ${missing.length} missing, ${doubled.length} duplicates, ${unflagged.length} of them without a flag or received more than twice`)
  return missing.length === 0 && unflagged.length === 0 && doubled.length <= most
}
