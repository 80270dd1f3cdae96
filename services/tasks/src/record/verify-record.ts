import type { RecordCheck } from '@app/contracts/http/company-record.ts'
import { CHAIN_START, chainProblem } from '@app/contracts/rules/record-chain.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { storedRecords } from './stored-records.ts'

/** Checks the hashes of all records of a company. Stops at the first problem. */
export async function verifyRecord(db: Kysely<Tables>, companyId: string): Promise<RecordCheck> {
  let end = CHAIN_START
  for await (const record of storedRecords(db, companyId)) {
    const message = await chainProblem(end, record, companyId)
    if (message) return { count: end.number, lastHash: end.number === 0 ? null : end.hash, problem: { number: record.number, message } }
    end = { number: record.number, hash: record.hash }
  }
  return { count: end.number, lastHash: end.number === 0 ? null : end.hash, problem: null }
}
