import { companyOf } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { type CustomerChanges, type CustomerTexts, checkCustomerChanges, customerFields } from '@app/contracts/rules/customers.ts'
import type { CrmDeps } from '../deps.ts'
import { findRows } from '../sheet/copy.ts'
import { openSheet, renewWritesTag } from '../sheet/sheet.repository.ts'
import { addWrite } from '../writes/add-write.ts'
import { deleteUndecided, toSheetWrite, writesOf } from '../writes/write.repository.ts'
import {
  conflict,
  customerNotFound,
  fieldsOf,
  MERGE_NEEDS_OUR_SCRIPT,
  missingColumns,
  nameOf,
  normalizeValues,
  pick,
  refuseFaults,
} from './changes.ts'
import { openCopy } from './open-copy.ts'
import { rowsAfterWrites } from './rows-after-writes.ts'

interface MergeRequest {
  /** The rows as the caller saw them. The merge keeps the first row and deletes the others. */
  rows: readonly CustomerTexts[]
  values: CustomerChanges
}

const needsOurScript = (): AppError => new AppError('script-cannot-merge', 'conflict', MERGE_NEEDS_OUR_SCRIPT)

/** Stores a merge of several rows. Later, if the rows are still unchanged, the script of the spreadsheet executes the merge in one step. */
export async function mergeCustomers(deps: CrmDeps, owner: Reader, { rows, values }: MergeRequest, idempotency: IdempotentRequest) {
  const { db } = deps
  const { id: companyId } = await companyOf(deps, owner)
  if ((await openSheet(db, companyId)).kind === 'plain') throw needsOurScript()
  const copy = await openCopy(deps, companyId)
  const { columns } = copy.about
  const ids = [...new Set(rows.map((row) => row['Customer ID']))]
  if (ids.length < rows.length) throw new AppError('malformed', 'malformed', 'A row cannot be merged with itself.')
  const found = await findRows(copy, ids)
  return inTransaction(db, async (trx) => {
    await renewWritesTag(trx, companyId)
    const known = rowsAfterWrites(found, await writesOf(trx, companyId))
    const merged = rows.map((shown) => {
      const row = known.get(shown['Customer ID'])
      if (!row) throw customerNotFound()
      if (customerFields.some((field) => row.texts[field] !== shown[field])) throw conflict(row.texts)
      return row
    })
    const [kept] = merged
    if (!kept) throw customerNotFound()
    // Values that the row already has are not validated.
    const given = normalizeValues(values)
    const changes = Object.fromEntries(
      fieldsOf(given).flatMap((field) => (given[field] === kept.texts[field] ? [] : [[field, given[field]]])),
    )
    refuseFaults([...checkCustomerChanges(changes), ...missingColumns(changes, columns)])
    await deleteUndecided(trx, companyId, ids)
    const present = Object.fromEntries(customerFields.filter((field) => columns[field]).map((field) => [field, '']))
    const stored = await addWrite(trx, companyId, {
      kind: 'merge',
      customerId: kept.texts['Customer ID'],
      name: nameOf({ ...kept.texts, ...changes }),
      values: changes,
      seen: pick(kept.texts, changes),
      old: merged.map(({ texts, raw }) => ({ id: texts['Customer ID'], cells: pick(raw, present) })),
    })
    return idempotency.storeResponse(trx, { data: { ...kept.texts, ...changes }, write: toSheetWrite(stored), message: 'Merge submitted' })
  })
}
