import { createHmac } from 'node:crypto'
import { type RecordKind, type RecordRole, recordBody, recordHash } from '@app/contracts/rules/decision-record.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Decider } from '../decisions/decider.ts'
import type { TasksDeps } from '../deps.ts'
import type { PreviewFacts } from '../previews/preview-facts.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { insertRecord, lockChain, saveKey, saveSubject } from './record.repository.ts'

/** The person who made a decision: the owner in the portal, the recipient of a review link, or an admin. */
type Recorded = Decider | { channel: 'admin'; userId: string }

interface NewRecord {
  kind: RecordKind
  /** Id of the decision or of the undone launch. Absent for confirmations and launches. */
  decisionId?: string
  preview: PreviewFacts
  by: Recorded
  reason?: string
}

const keyedHash = (key: Buffer, purpose: 'account' | 'address' | 'reason', text: string): string =>
  createHmac('sha256', key).update(`${purpose}\0${text}`).digest('hex')

/** Returns the email address that the record shows for a person. Undefined for an admin: the record shows no addresses of admins. */
async function addressOf(trx: Transaction<Tables>, by: Recorded): Promise<string | undefined> {
  if (by.channel === 'review-link') return by.link.email
  if (by.channel === 'admin') return undefined
  const found = await trx.selectFrom('owner_address').select('email').where('owner_id', '=', by.userId).executeTakeFirst()
  return found?.email
}

function roleOf(by: Recorded): RecordRole {
  if (by.channel === 'admin') return 'admin'
  return nameOf(by) === null ? 'owner' : 'colleague'
}

/** Returns the name of a colleague. Null for all other people, whose names the record does not show. */
const nameOf = (by: Recorded): string | null => (by.channel === 'review-link' ? by.link.colleagueName : null)

/**
 * Appends a decision about the current preview to the company's decision record. Locks the company's row
 * in `record_chain`. Decisions about all other tasks of the company wait for this lock. To avoid deadlocks, the caller must first lock all
 * other rows that it needs (see Locks in the service's README).
 */
export async function appendRecord(
  trx: Transaction<Tables>,
  { receiptSigner }: Pick<TasksDeps, 'receiptSigner'>,
  task: LockedTask,
  { kind, decisionId, preview, by, reason }: NewRecord,
): Promise<void> {
  const companyId = task.companyProfileId
  const { lastNumber, lastHash: previousHash, subjectKey } = await lockChain(trx, companyId)
  const number = lastNumber + 1
  const decider =
    by.channel === 'review-link'
      ? keyedHash(subjectKey, 'address', by.link.email.toLowerCase())
      : keyedHash(subjectKey, 'account', by.userId)
  const { rows } = await sql<{ at: string }>`
    select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`.execute(trx)
  const body = recordBody({
    company: companyId,
    number,
    kind,
    task: task._id,
    taskNumber: task.taskId,
    version: preview.previewNo,
    content: preview.contentHash,
    channel: by.channel === 'review-link' ? 'review-link' : 'portal',
    role: roleOf(by),
    decider,
    signs: by.channel === 'review-link' ? by.signs : [],
    reason: reason ? keyedHash(subjectKey, 'reason', reason) : null,
    at: rows[0]?.at ?? '',
  })
  const hash = await recordHash(previousHash, body)
  await insertRecord(trx, {
    company_id: companyId,
    number,
    task_id: task._id,
    decision_id: decisionId ?? null,
    body,
    previous_hash: previousHash,
    hash,
  })
  const email = await addressOf(trx, by)
  if (email) await saveSubject(trx, { company_id: companyId, subject_hash: decider, email, name: nameOf(by) })
  await saveKey(trx, receiptSigner.key)
}
