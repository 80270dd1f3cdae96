import { receiptText } from '@app/contracts/rules/decision-record.ts'
import { type RawBuilder, sql } from 'kysely'
import { type StoredRecord, saveKey } from '../record/record.repository.ts'
import type { MailDeps } from './deps.ts'
import type { SignedReceipt } from './receipt-file.ts'

type ReceiptDeps = Pick<MailDeps, 'db' | 'receiptSigner'>

interface OfTask {
  _id: string
  companyProfileId: string
}

/** Returns the signed receipt of a task's entry in the decision record. The signature is the same each time. */
async function signedReceipt(
  { db, receiptSigner }: ReceiptDeps,
  { _id, companyProfileId }: OfTask,
  condition: RawBuilder<boolean>,
): Promise<SignedReceipt | undefined> {
  const { rows } = await sql<Pick<StoredRecord, 'number' | 'body' | 'previousHash' | 'hash'>>`
    select number, body, previous_hash as "previousHash", hash from decision_record
    where task_id = ${_id} and company_id = ${companyProfileId} and ${condition}
    order by number desc limit 1`.execute(db)
  const [record] = rows
  if (!record) return undefined
  // The signing key may have been replaced since the decision.
  await saveKey(db, receiptSigner.key)
  return { number: record.number, receipt: receiptText(receiptSigner.receiptOf(record)) }
}

/** Returns the signed receipt of a decision about a task. */
export const receiptOfDecision = (deps: ReceiptDeps, task: OfTask, decisionId: string): Promise<SignedReceipt | undefined> =>
  signedReceipt(deps, task, sql`decision_id = ${decisionId}`)

/** Returns the signed receipt of the launch of a task. */
export const receiptOfLaunch = (deps: ReceiptDeps, task: OfTask): Promise<SignedReceipt | undefined> =>
  signedReceipt(deps, task, sql`body::json ->> 'kind' = 'launch'`)
