import { companyOf } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { type CustomerChanges, checkNewCustomer } from '@app/contracts/rules/customers.ts'
import { v7 as uuidv7 } from 'uuid'
import type { CrmDeps } from '../deps.ts'
import { findCopyMetadata } from '../sheet/copy.repository.ts'
import { openSheet } from '../sheet/sheet.repository.ts'
import { addWrite } from '../writes/add-write.ts'
import { toSheetWrite } from '../writes/write.repository.ts'
import { missingColumns, nameOf, normalizeValues, refuseFaults, withDefaults } from './changes.ts'
import { newRow } from './rows-after-writes.ts'

export async function addCustomer(deps: CrmDeps, owner: Reader, entry: CustomerChanges, idempotency: IdempotentRequest) {
  const { db, timeZone, now } = deps
  const { id: companyId } = await companyOf(deps, owner)
  await openSheet(db, companyId)
  const columns = (await findCopyMetadata(db, companyId))?.columns
  const given = normalizeValues(entry)
  refuseFaults([...checkNewCustomer(given), ...missingColumns(given, columns)])
  const values = withDefaults(given, todayIn(timeZone, now()), columns)
  const customerId = uuidv7()
  return inTransaction(db, async (trx) => {
    const stored = await addWrite(trx, companyId, { kind: 'add', customerId, name: nameOf(values), values, seen: {}, old: [] })
    const data = { ...newRow(customerId).texts, ...values }
    return idempotency.storeResponse(trx, { data, write: toSheetWrite(stored), message: 'Entry submitted' })
  })
}
