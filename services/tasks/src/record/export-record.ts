import { Readable } from 'node:stream'
import type { RecordEntry } from '@app/contracts/http/company-record.ts'
import { CSV_MARK, csvLine } from '@app/contracts/rules/csv.ts'
import { headerLine, RECORD_FORMAT } from '@app/contracts/rules/decision-record.ts'
import { recordLine } from '@app/contracts/rules/record-chain.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { listKeys } from './record.repository.ts'
import { storedRecords } from './stored-records.ts'
import { toRecordEntry } from './to-record-entry.ts'

const columns: readonly (readonly [name: string, cell: (entry: RecordEntry) => string | number | null])[] = [
  ['Number', ({ number }) => number],
  ['Time (UTC)', ({ at }) => at],
  ['Decision', ({ kind }) => kind],
  ['Task', ({ taskId }) => taskId],
  ['Title', ({ title }) => title],
  ['Version', ({ previewNo }) => previewNo],
  ['Channel', ({ channel }) => channel],
  ['Role', ({ role }) => role],
  ['Email address', ({ decider }) => decider],
  ['Name', ({ deciderName }) => deciderName ?? null],
  ['Reason', ({ reason }) => reason ?? null],
  ['Signs of a machine', ({ hasSigns }) => (hasSigns ? 'yes' : '')],
  ['Content hash', ({ contentHash }) => contentHash],
  ['Record hash', ({ hash }) => hash],
]

async function* csvLines(db: Kysely<Tables>, companyId: string): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(columns.map(([name]) => name))
  for await (const record of storedRecords(db, companyId)) {
    const entry = toRecordEntry(record)
    yield csvLine(columns.map(([, cell]) => String(cell(entry) ?? '')))
  }
}

async function* jsonLines(db: Kysely<Tables>, companyId: string): AsyncGenerator<string> {
  yield `${headerLine({ format: RECORD_FORMAT, company: companyId, keys: await listKeys(db) })}\n`
  for await (const record of storedRecords(db, companyId)) yield `${recordLine(record)}\n`
}

/** Streams the records of a company as CSV. Reads the database page by page, as fast as the client reads the stream. */
export const recordCsv = (db: Kysely<Tables>, companyId: string): Readable => Readable.from(csvLines(db, companyId))

/**
 * Streams the records of a company as JSON lines. The first line contains the public keys that verify receipts. The lines contain no names
 * and no titles.
 */
export const recordJsonLines = (db: Kysely<Tables>, companyId: string): Readable => Readable.from(jsonLines(db, companyId))
