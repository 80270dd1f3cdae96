import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import { renewWritesTag } from '../sheet/sheet.repository.ts'
import { scheduleSheetJob } from '../sheet/sheet-jobs.ts'
import { insertWrite, type NewWrite, type StoredWrite } from './write.repository.ts'

export async function addWrite(trx: Transaction<Tables>, companyId: string, write: Omit<NewWrite, 'id'>): Promise<StoredWrite> {
  await renewWritesTag(trx, companyId)
  await scheduleSheetJob(trx, companyId)
  return insertWrite(trx, companyId, { id: uuidv7(), ...write })
}
