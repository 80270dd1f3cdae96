import type { RecordCheck } from '@app/contracts/http/company-record.ts'
import { CHAIN_START, chainProblem } from '@app/contracts/rules/record-chain.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findChainEnd } from './record.repository.ts'
import { storedRecords } from './stored-records.ts'

/** Checks the hashes of all records of a company. Also checks that no record is missing at the end. Stops at the first problem. */
export async function verifyRecord(db: Kysely<Tables>, companyId: string): Promise<RecordCheck> {
  // Reads the expected end before the records. Decisions that are made during the check add records after this end. Therefore, they do not
  // make the check fail.
  const last = await findChainEnd(db, companyId)
  let end = CHAIN_START
  const checked = (problem: RecordCheck['problem']): RecordCheck => ({
    count: end.number,
    lastHash: end.number === 0 ? null : end.hash,
    problem,
    ...(last?.isErased && { isErased: true }),
  })
  for await (const record of storedRecords(db, companyId)) {
    const message = await chainProblem(end, record, companyId)
    if (message) return checked({ number: record.number, message })
    if (record.number === last?.number && record.hash !== last.hash)
      return checked({ number: record.number, message: 'The record is not the one that was stored last.' })
    end = { number: record.number, hash: record.hash }
  }
  const isComplete = last === undefined || end.number >= last.number
  return checked(isComplete ? null : { number: end.number + 1, message: 'The record is missing.' })
}
