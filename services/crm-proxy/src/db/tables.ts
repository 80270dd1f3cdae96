import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { AudienceRead } from '@app/contracts/events/crm-proxy.ts'
import type { SheetProblem, SheetWrite } from '@app/contracts/http/customers.ts'
import type { CustomerChanges, CustomerTexts } from '@app/contracts/rules/customers.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CopyMetadata } from '../sheet/copy.ts'
import type { ScriptKind } from '../sheet/read-sheet.ts'

type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null, string | null>

/** What is known of a company's spreadsheet, but for its rows. */
interface SheetTable {
  company_id: string
  gsapi: string
  /** Known to our script alone. */
  secret: string
  kind: Generated<ScriptKind>
  script_version: string | null
  /** The fencing token of the lease: each new lease increments it, and changes under an older one are rejected. */
  lease_token: Generated<number>
  /** When the lease expires. */
  lease_expires_at: string | null
  /** Calls that came to nothing, in a row. */
  failures: Generated<number>
  fault: SheetProblem['code'] | null
  fault_message: string | null
  /** The circuit breaker is open until then. */
  circuit_open_until: string | null
  away_since: string | null
  /** Whether an event reported that the sheet is away. */
  away_reported: Generated<boolean>
  /** Random; replaced by every change of the company's writes. */
  writes_tag: Generated<string>
  /** Number of the sheet's newest job, and whether it is open. */
  job: Generated<number>
  has_job: Generated<boolean>
}

/** The rows as they were read. */
interface CopyTable {
  company_id: string
  /** When the reading began. */
  read_at: string
  /** The sheet is known to say something else by now. */
  is_outdated: Generated<boolean>
  rows: Buffer
  crc: number
  size: number
  raw: Buffer
  about: Json<CopyMetadata>
  digest: string
}

/** Cells as the sheet spelled them when they were seen. */
export interface OldRow {
  id: string
  cells: Partial<CustomerTexts>
}

interface WriteTable {
  id: string
  company_id: string
  /** They are written in this order. */
  position: GeneratedAlways<number>
  kind: SheetWrite['kind']
  customer_id: string
  /** Of an unsubscribing. */
  email: Generated<string>
  /** Of the person it is about. */
  name: Generated<string>
  values: Json<CustomerChanges>
  seen: Json<CustomerChanges>
  /** The row it changes; of a merge all of them, the first of which stays. */
  old: Json<OldRow[]>
  state: Generated<SheetWrite['state']>
  theirs: NullableJson<CustomerChanges>
  problem: string | null
  /** When a script that says nothing of it was first sent it, and how many rows said the same before. */
  sent_at: string | null
  equal_rows_before: number | null
  /** That our script has reported of it. */
  errors: Generated<number>
  written_at: string | null
  created_at: Generated<string>
}

/** The people of a dispatch, kept for it. */
interface AudienceTable {
  dispatch_id: string
  company_id: string
  ticket_hash: string
  as_of: string
  people: number
  skipped: Json<EventData<typeof AudienceRead>['skipped']>
  expires_at: string
}

interface AudiencePersonTable {
  dispatch_id: string
  position: number
  email: string
  merge: Json<Record<string, string>>
}

export interface Tables extends MessageTables, CompanyTables, WorkTables {
  sheet: SheetTable
  copy: CopyTable
  write: WriteTable
  audience: AudienceTable
  audience_person: AudiencePersonTable
}
