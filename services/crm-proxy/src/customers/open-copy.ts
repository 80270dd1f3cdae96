import type { CrmDeps } from '../deps.ts'
import { readCopy, type StoredCopy } from '../sheet/copy.repository.ts'
import { STILL_READING, unreadableSheet } from '../sheet/faults.ts'
import { openSheet } from '../sheet/sheet.repository.ts'

/** What waits for an answer waits 10 s. */
export const LONGEST_WAIT_MS = 9_000

/** Returns the cached sheet even if it is stale. Reads the sheet first when the cache is empty. */
export async function openCopy({ db, reader }: CrmDeps, companyId: string): Promise<StoredCopy> {
  await openSheet(db, companyId)
  const known = await readCopy(db, companyId)
  if (known) return known
  await reader.read(companyId, LONGEST_WAIT_MS)
  const copy = await readCopy(db, companyId)
  if (!copy) throw unreadableSheet((await openSheet(db, companyId)).problem ?? STILL_READING)
  return copy
}
