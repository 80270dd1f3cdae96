import { companyOf } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { CrmDeps } from '../deps.ts'
import { findCopy, type KnownCopy, readRows } from '../sheet/copy.repository.ts'
import { STILL_READING, unreadableSheet } from '../sheet/faults.ts'
import { openSheet, type Sheet } from '../sheet/sheet.repository.ts'
import { writesOf } from '../writes/write.repository.ts'
import { MAX_WAIT_MS } from './open-copy.ts'
import type { Listing } from './send-listing.ts'

/** Maximum wait for the sheet if a stored copy can be returned instead. */
const WAIT_MS = 5_000

/** Returns how long a request waits for the sheet, in ms. With a copy and a failing script, only a request for a fresh list waits. */
function waitMsFor(sheet: Sheet, copy: KnownCopy | undefined, fresh: boolean): number {
  if (!copy) return MAX_WAIT_MS
  return sheet.failures > 0 && !fresh ? 0 : WAIT_MS
}

/** Returns the company's rows from the copy of the sheet. Reads the sheet first if the copy is stale. */
export async function listCustomers(deps: CrmDeps, owner: Reader, { fresh }: { fresh: boolean }): Promise<Listing> {
  const { db, reader } = deps
  const { id } = await companyOf(deps, owner)
  let sheet = await openSheet(db, id)
  const before = await findCopy(db, id)
  let copy = before
  const isReadNeeded = fresh || !copy?.isFresh
  if (isReadNeeded && !sheet.isCircuitOpen) {
    await reader.read(id, waitMsFor(sheet, copy, fresh))
    copy = await findCopy(db, id)
    sheet = await openSheet(db, id)
  }
  if (!copy) throw unreadableSheet(sheet.problem ?? STILL_READING)
  const isStale = isReadNeeded && copy.readAt === before?.readAt
  const problem = isStale ? (sheet.problem ?? STILL_READING) : null
  const { kind, writes_tag: writes } = sheet
  return {
    // The ETag is weak, because two responses with this ETag may contain different `asOf` times.
    etag: `W/"${[copy.digest, writes, kind, problem?.code ?? 'fresh'].join('.')}"`,
    readAt: copy.readAt,
    async open() {
      const [stored, writes] = await Promise.all([readRows(db, id), writesOf(db, id)])
      // A missing copy was deleted after `findCopy` found it, because the sheet's URL changed.
      if (!stored) throw unreadableSheet(STILL_READING)
      return { copy: stored, writes, problem, canMerge: kind === 'ours' }
    },
  }
}
