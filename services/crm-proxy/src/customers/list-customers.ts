import { companyOf } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { CrmDeps } from '../deps.ts'
import { findCopy, type KnownCopy, readRows } from '../sheet/copy.repository.ts'
import { STILL_READING, unreadable } from '../sheet/faults.ts'
import { openSheet, type Sheet } from '../sheet/sheet.repository.ts'
import { writesOf } from '../writes/write.repository.ts'
import type { Listing } from './answer.ts'
import { LONGEST_WAIT_MS } from './open-copy.ts'

/** With a copy to fall back on. */
const WAIT_MS = 5_000

interface Asked {
  /** Wants the sheet read, however new the copy is. */
  fresh: boolean
}

/** How long to wait for a reading. Where the sheet did not answer the last time, whoever did not ask for it is not held up again. */
function waitFor(sheet: Sheet, copy: KnownCopy | undefined, { fresh }: Asked): number {
  if (!copy) return LONGEST_WAIT_MS
  return sheet.failures > 0 && !fresh ? 0 : WAIT_MS
}

/** The company's rows, from a copy of the sheet that is read again when it is not fresh. */
export async function listCustomers(deps: CrmDeps, owner: Reader, asked: Asked): Promise<Listing> {
  const { db, reader } = deps
  const { id } = await companyOf(deps, owner)
  let sheet = await openSheet(db, id)
  const before = await findCopy(db, id)
  let copy = before
  const isWanted = asked.fresh || !copy?.isFresh
  if (isWanted && !sheet.isCircuitOpen) {
    await reader.read(id, waitFor(sheet, copy, asked))
    copy = await findCopy(db, id)
    sheet = await openSheet(db, id)
  }
  if (!copy) throw unreadable(sheet.problem ?? STILL_READING)
  const isStale = isWanted && copy.readAt === before?.readAt
  const problem = isStale ? (sheet.problem ?? STILL_READING) : null
  const { kind, writes_tag: writes } = sheet
  return {
    // Weak: two answers may differ in their time.
    etag: `W/"${[copy.digest, writes, kind, problem?.code ?? 'fresh'].join('.')}"`,
    readAt: copy.readAt,
    async open() {
      const [stored, writes] = await Promise.all([readRows(db, id), writesOf(db, id)])
      // Forgotten in this moment, with its address.
      if (!stored) throw unreadable(STILL_READING)
      return { copy: stored, writes, problem, canMerge: kind === 'ours' }
    },
  }
}
