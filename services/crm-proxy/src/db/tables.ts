import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { ConfirmedOwnerTables } from '@app/chassis/companies/confirmed-owners.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import type { AudienceSkipped } from '@app/contracts/http/audience.ts'
import type { SheetProblem, SheetWrite } from '@app/contracts/http/customers.ts'
import type { CustomerNoteKind } from '@app/contracts/rules/customer-notes.ts'
import type { CustomerChanges, CustomerTexts } from '@app/contracts/rules/customers.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CopyMetadata } from '../sheet/copy.ts'
import type { ScriptKind } from '../sheet/read-sheet.ts'

type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null, string | null>

/** A company's spreadsheet: the URL and the state of its script. The table `copy` contains the rows of the sheet. */
interface SheetTable {
  company_id: string
  gsapi: string
  /** Secret that authenticates requests to the product's script. */
  secret: string
  kind: Generated<ScriptKind>
  /** Fencing token. Each new lease increments it, and changes under an older lease are rejected. */
  lease_token: Generated<number>
  lease_expires_at: string | null
  /** Number of consecutive failed calls of the script. */
  failures: Generated<number>
  fault: SheetProblem['code'] | null
  fault_message: string | null
  circuit_open_until: string | null
  away_since: string | null
  /** Whether an event reported that the sheet does not respond. */
  away_reported: Generated<boolean>
  /** Random part of the customer list's ETag. A new value is stored whenever a row of the company in the table `write` changes. */
  writes_tag: Generated<string>
}

interface CopyTable {
  company_id: string
  /** When the service started to read this copy from the sheet. */
  read_at: string
  is_outdated: Generated<boolean>
  rows: Buffer
  crc: number
  size: number
  raw: Buffer
  about: Json<CopyMetadata>
  digest: string
}

/** Numbers of customers by stage. A row is added when a read finds other numbers than the last row, and never changes. */
interface StageObservationTable {
  company_id: string
  observed_at: string
  leads: number
  customers: number
  lost: number
  other_stage: number
}

/** The original text of a row's cells in the sheet, from the time when the caller saw the row. */
export interface OldRow {
  id: string
  cells: Partial<CustomerTexts>
}

interface WriteTable {
  id: string
  company_id: string
  /** Changes are sent to the sheet in the order of their positions. */
  position: GeneratedAlways<number>
  kind: SheetWrite['kind']
  customer_id: string
  /** Email address if `kind` is `unsubscribe`, otherwise empty. */
  email: Generated<string>
  /** Name of the customer in messages. */
  name: Generated<string>
  values: Json<CustomerChanges>
  /** The cells as the caller saw them before the change. */
  seen: Json<CustomerChanges>
  /**
   * For an update: the row before the change. For a merge: all rows before the merge, of which the first one is kept. After a conflict: the
   * cells that were found in the sheet. Otherwise empty.
   */
  old: Json<OldRow[]>
  state: Generated<SheetWrite['state']>
  /** After a conflict: the cells that were found in the sheet. */
  theirs: NullableJson<CustomerChanges>
  problem: string | null
  /** When the change was last sent to an owner's own script. */
  sent_at: string | null
  /** For a new customer: number of equal rows in the sheet before the first attempt. If there are more later, the customer was added. */
  equal_rows_before: number | null
  /** Number of errors that the product's script in the spreadsheet (`deploy/apps-script/Code.gs`) reported for this change. */
  errors: Generated<number>
  written_at: string | null
  /** Person keys of the row, if the change gives it another key. When the sheet contains the change, the notes move to `person_after`. */
  person_before: string | null
  person_after: string | null
  created_at: Generated<string>
}

interface CustomerNoteTable {
  id: string
  company_id: string
  /** Key of the person (`personKeyOf`). */
  person: string
  kind: CustomerNoteKind
  text: string
  happened_on: string
  author_id: string
  created_at: Generated<string>
}

interface AudienceTable {
  dispatch_id: string
  company_id: string
  ticket_hash: string
  as_of: string
  people: number
  skipped: Json<AudienceSkipped>
  expires_at: string
}

interface AudiencePersonTable {
  dispatch_id: string
  position: number
  email: string
  merge: Json<Record<string, string>>
}

export interface Tables extends MessageTables, CompanyTables, ConfirmedOwnerTables, WorkTables {
  sheet: SheetTable
  copy: CopyTable
  stage_observation: StageObservationTable
  write: WriteTable
  customer_note: CustomerNoteTable
  audience: AudienceTable
  audience_person: AudiencePersonTable
}
