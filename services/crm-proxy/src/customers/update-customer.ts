import { companyOf } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { personKeyOf } from '@app/contracts/rules/customer-notes.ts'
import { CUSTOMER_ID_REQUIRED, type CustomerChanges, checkCustomerChanges } from '@app/contracts/rules/customers.ts'
import type { CrmDeps } from '../deps.ts'
import { findRows } from '../sheet/copy.ts'
import { renewWritesTag } from '../sheet/sheet.repository.ts'
import { addWrite } from '../writes/add-write.ts'
import { deleteUndecided, toSheetWrite, writesOf } from '../writes/write.repository.ts'
import {
  conflict,
  customerNotFound,
  fieldsOf,
  missingColumns,
  nameOf,
  normalizeValues,
  pick,
  refuseFaults,
  withCustomerDate,
} from './changes.ts'
import { openCopy } from './open-copy.ts'
import { type RowAfterWrites, rowsAfterWrites } from './rows-after-writes.ts'

interface UpdateRequest {
  values: CustomerChanges
  /** The values that the caller saw. If a field is absent, its current value is assumed, so that the field causes no conflict. */
  seen?: CustomerChanges
}

/** Returns the values that differ from what the caller saw, or all if none differs, so that all are still checked and sent to the sheet. */
function changed(values: CustomerChanges, seen: CustomerChanges): CustomerChanges {
  const fields = fieldsOf(values).filter((field) => values[field] !== seen[field])
  return fields.length === 0 ? values : Object.fromEntries(fields.map((field) => [field, values[field]]))
}

/** Throws a 409 if a field of the current row has neither the value that the caller saw nor the new value. */
function requireSeen({ texts }: RowAfterWrites, values: CustomerChanges, seen: CustomerChanges): void {
  if (!fieldsOf(values).every((field) => texts[field] === seen[field] || texts[field] === values[field])) throw conflict(texts)
}

/** Returns the person keys of a row before and after a change, or undefined if the change does not give the row another key. */
function personsOf({ texts }: RowAfterWrites, values: CustomerChanges) {
  const [before, after] = [personKeyOf(texts), personKeyOf({ ...texts, ...values })]
  return before && after && before !== after ? { before, after } : undefined
}

export async function updateCustomer(deps: CrmDeps, owner: Reader, id: string, request: UpdateRequest, idempotency: IdempotentRequest) {
  const { db, timeZone, now } = deps
  const { id: companyId } = await companyOf(deps, owner)
  const given = normalizeValues(request.values)
  if (!id.trim()) throw refusedField('Customer ID', CUSTOMER_ID_REQUIRED)
  const copy = await openCopy(deps, companyId)
  const { columns } = copy.about
  refuseFaults([...checkCustomerChanges(given), ...missingColumns(given, columns)])
  const found = await findRows(copy, [id])
  return inTransaction(db, async (trx) => {
    await renewWritesTag(trx, companyId)
    const row = rowsAfterWrites(found, await writesOf(trx, companyId)).get(id)
    if (!row) throw customerNotFound()
    const seen = { ...pick(row.texts, given), ...request.seen }
    const meant = changed(given, seen)
    requireSeen(row, meant, seen)
    const values = withCustomerDate(meant, row.texts['Customer date'], todayIn(timeZone, now()), columns)
    await deleteUndecided(trx, companyId, [id])
    const stored = await addWrite(trx, companyId, {
      kind: 'update',
      customerId: id,
      name: nameOf({ ...row.texts, ...values }),
      values,
      seen: pick(row.texts, values),
      old: [{ id, cells: pick(row.raw, values) }],
      persons: personsOf(row, values),
    })
    return idempotency.storeResponse(trx, { data: { ...row.texts, ...values }, write: toSheetWrite(stored), message: 'Update submitted' })
  })
}
