import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type Participant, sideOf } from './participant.ts'

/** Limit of notes, replies and state changes by an owner or by a recipient of review links, in all tasks together. */
const LIMIT_OF_CLIENT = { count: 240, seconds: 3_600 }

/** Counts a change by a client. Throws 429 if the client has made too many changes. Changes by admins are not limited. */
export async function limitNotes(trx: Transaction<Tables>, participant: Participant): Promise<void> {
  if (sideOf(participant) === 'agency') return
  await consumeLimit(trx, { key: `preview-notes:${participant.id}`, limit: LIMIT_OF_CLIENT, now: new Date() })
}
