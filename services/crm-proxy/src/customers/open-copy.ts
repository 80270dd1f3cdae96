import type { CrmDeps } from '../deps.ts'
import { readCopy, type StoredCopy } from '../sheet/copy.repository.ts'
import { STILL_READING, unreadableSheet } from '../sheet/faults.ts'
import { openSheet } from '../sheet/sheet.repository.ts'

/** Maximum wait for the sheet if no copy is stored. It is below the gateway's timeout of 10 s. */
export const MAX_WAIT_MS = 9_000

/** Returns the copy of the sheet even if it is stale. Reads the sheet first if there is no copy. */
export async function openCopy({ db, reader }: CrmDeps, companyId: string): Promise<StoredCopy> {
  await openSheet(db, companyId)
  const known = await readCopy(db, companyId)
  if (known) return known
  await reader.read(companyId, MAX_WAIT_MS)
  const copy = await readCopy(db, companyId)
  if (!copy) throw unreadableSheet((await openSheet(db, companyId)).problem ?? STILL_READING)
  return copy
}
