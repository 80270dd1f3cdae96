import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import type { CustomerChanges } from '@app/contracts/rules/customers.ts'
import type { OldRow } from '../db/tables.ts'
import { moveNotes } from '../notes/note.repository.ts'
import { markCopyOutdated } from '../sheet/copy.repository.ts'
import { inLeasedTransaction, type Lease } from '../sheet/lease.ts'
import { eventPayload, recordReached, type SheetDeps } from '../sheet/reader.ts'
import { renewWritesTag, type Sheet } from '../sheet/sheet.repository.ts'
import { countError, deleteWrite, recordRefused, recordWritten, renameCustomer, type StoredWrite } from './write.repository.ts'

export interface WriteAttempt {
  deps: SheetDeps
  sheet: Sheet
  lease: Lease
  write: StoredWrite
}

const CONFLICT = 'The same cells were changed in the spreadsheet.'

export async function settleWritten({ deps, sheet, lease, write }: WriteAttempt): Promise<void> {
  await inLeasedTransaction(deps.db, lease, async (trx) => {
    await renewWritesTag(trx, sheet.companyId)
    await recordWritten(trx, write.id)
    await moveNotes(trx, sheet.companyId, write.person_before, write.person_after)
    await markCopyOutdated(trx, sheet.companyId)
    await recordReached(trx, sheet, lease)
  })
}

/** Deletes a waiting change that the copy contains. `id` is the Customer ID, which the script may have replaced in a new entry. */
export async function settleSeen({ deps, sheet, lease, write }: WriteAttempt, id: string): Promise<void> {
  await inLeasedTransaction(deps.db, lease, async (trx) => {
    await renewWritesTag(trx, sheet.companyId)
    await deleteWrite(trx, write.id)
    await moveNotes(trx, sheet.companyId, write.person_before, write.person_after)
    await renameCustomer(trx, sheet.companyId, write.customer_id, id)
  })
}

export const recordError = ({ deps, lease, write }: WriteAttempt): Promise<number> =>
  inLeasedTransaction(deps.db, lease, async (trx) => {
    return countError(trx, write.id)
  })

async function refuse({ deps, sheet, lease, write }: WriteAttempt, refusal: Parameters<typeof recordRefused>[2]): Promise<void> {
  await inLeasedTransaction(deps.db, lease, async (trx) => {
    await renewWritesTag(trx, sheet.companyId)
    await recordRefused(trx, write.id, refusal)
    await markCopyOutdated(trx, sheet.companyId)
    const data = { ...eventPayload(sheet), writeId: write.id, name: write.name, reason: refusal.problem }
    await addEvent(trx, WriteRefused, { aggregateId: sheet.companyId, version: lease.token, data })
  })
}

export const settleRefused = (attempt: WriteAttempt, problem: string): Promise<void> => refuse(attempt, { state: 'refused', problem })

/** Records a conflict. `theirs` contains the parsed cells of the sheet, and `old` the original text of these cells. */
export const settleConflict = (attempt: WriteAttempt, theirs: CustomerChanges, old: OldRow[]): Promise<void> =>
  refuse(attempt, { state: 'conflict', problem: CONFLICT, theirs, old })
