import { companyOf } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { CrmDeps } from '../deps.ts'
import { renewWritesTag } from '../sheet/sheet.repository.ts'
import { deleteWrite, lockWrite } from './write.repository.ts'

/** Deletes a stored change that waits for the owner's decision. Does not change the sheet. */
export async function dropWrite(deps: CrmDeps, owner: Reader, id: string, idempotency: IdempotentRequest): Promise<{ message: string }> {
  const { id: companyId } = await companyOf(deps, owner)
  return inTransaction(deps.db, async (trx) => {
    await renewWritesTag(trx, companyId)
    const write = await lockWrite(trx, companyId, id)
    if (!write) throw new AppError('write-not-found', 'not-found', 'This change no longer exists.')
    if (write.state === 'pending' || write.state === 'written') {
      throw new AppError('write-under-way', 'conflict', 'This change is already being written to the spreadsheet.')
    }
    await deleteWrite(trx, write.id)
    return idempotency.storeResponse(trx, { message: 'Change dropped' })
  })
}
