import { companyOf } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { CrmDeps } from '../deps.ts'
import { deleteNote } from './note.repository.ts'

export async function removeNote(deps: CrmDeps, owner: Reader, id: string, idempotency: IdempotentRequest): Promise<{ message: string }> {
  const { id: companyId } = await companyOf(deps, owner)
  return inTransaction(deps.db, async (trx) => {
    if (!(await deleteNote(trx, companyId, id))) throw new AppError('note-not-found', 'not-found', 'This note does not exist any more.')
    return idempotency.storeResponse(trx, { message: 'Note removed' })
  })
}
