import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import type { CustomerChanges } from '@app/contracts/rules/customers.ts'
import type { OldRow } from '../db/tables.ts'
import { outdateCopy } from '../sheet/copy.repository.ts'
import { factOf, noteReached, type SheetDeps } from '../sheet/reader.ts'
import { type Sheet, touchWrites } from '../sheet/sheet.repository.ts'
import { holdTurn, type Turn } from '../sheet/turn.ts'
import { countError, deleteWrite, noteRefused, noteWritten, renameCustomer, type StoredWrite } from './write.repository.ts'

/** A write in the hands of whoever has the turn. */
export interface Sending {
  deps: SheetDeps
  sheet: Sheet
  turn: Turn
  write: StoredWrite
}

const CONFLICT = 'Somebody changed the same cells in the spreadsheet.'

/** The script says that it stands there. */
export async function settleWritten({ deps, sheet, turn, write }: Sending): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await holdTurn(trx, turn)
    await touchWrites(trx, sheet.companyId)
    await noteWritten(trx, write.id)
    await outdateCopy(trx, sheet.companyId)
    await noteReached(trx, sheet, turn)
  })
}

/** The copy shows it, under the id that the script gave a new entry. */
export async function settleSeen({ deps, sheet, turn, write }: Sending, id: string): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await holdTurn(trx, turn)
    await touchWrites(trx, sheet.companyId)
    await deleteWrite(trx, write.id)
    await renameCustomer(trx, sheet.companyId, write.customer_id, id)
  })
}

/** The script tried it and reports an error. Answers how many it has reported of this write. */
export const noteError = ({ deps, turn, write }: Sending): Promise<number> =>
  inTransaction(deps.db, async (trx) => {
    await holdTurn(trx, turn)
    return countError(trx, write.id)
  })

/** It will not be written as it is, which its owner hears of. */
async function refuse({ deps, sheet, turn, write }: Sending, refusal: Parameters<typeof noteRefused>[2]): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await holdTurn(trx, turn)
    await touchWrites(trx, sheet.companyId)
    await noteRefused(trx, write.id, refusal)
    await outdateCopy(trx, sheet.companyId)
    const { id: writeId, kind, customer_id: customerId, name } = write
    const conflict = refusal.state === 'conflict'
    const data = { ...factOf(sheet), writeId, kind, conflict, customerId, name, reason: refusal.problem }
    await addEvent(trx, WriteRefused, { aggregateId: sheet.companyId, version: turn.number, data })
  })
}

export const settleRefused = (sending: Sending, problem: string): Promise<void> => refuse(sending, { state: 'refused', problem })

/** What the sheet says in place of what was seen; `old` as it spells it. */
export const settleConflict = (sending: Sending, theirs: CustomerChanges, old: OldRow[]): Promise<void> =>
  refuse(sending, { state: 'conflict', problem: CONFLICT, theirs, old })
