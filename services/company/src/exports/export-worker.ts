import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { removeFiles } from '@app/chassis/storage/remove-files.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { WorkItem } from '@app/chassis/work/attempt.ts'
import { done, failed, type Outcome, obsolete, retry } from '@app/chassis/work/outcome.ts'
import type { SettledWork } from '@app/chassis/work/worker.ts'
import { EXPORT_DAYS } from '@app/contracts/rules/exports.ts'
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import { EXPORT_FILES } from '../files/places.ts'
import { beginAttempt, deleteOldExports, expireNext, failExport, findExport, finishExport } from './exports.repository.ts'
import type { ReadRecords } from './record-reader.ts'
import { exportQueue } from './request-export.ts'
import { writeExport } from './write-export.ts'
import { zipWriter } from './zip-writer.ts'

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000
/** An attempt that fails is retried after 15 s, 30 s, 1 and 2 min. Each reads and writes everything. */
const ATTEMPTS_MAX = 5
const KEPT_DAYS = 90

interface ExportDeps {
  db: Kysely<Tables>
  store: ObjectStore
  read: ReadRecords
  log: Logger
  now: () => Date
}

/** Writes the file of an export and makes it ready. Each attempt writes a file of its own. */
async function prepare(deps: ExportDeps, id: string, signal: AbortSignal): Promise<Outcome> {
  const { db, store, log, now } = deps
  const found = await findExport(db, id)
  const file = `${EXPORT_FILES}${id}/${uuidv7()}.zip`
  if (!found || !(await beginAttempt(db, id, file))) return obsolete
  // What an attempt left that ended with its process. The clock of the store may differ.
  await store.abortAbandoned(`${EXPORT_FILES}${id}/`, new Date(Date.now() + DAY_MS))
  if (found.file !== null) await removeFiles({ store, log }, [found.file])

  const { companyId, companyName, ownerId } = found
  const zip = zipWriter()
  const stop = new AbortController()
  const limit = AbortSignal.any([signal, stop.signal])
  limit.addEventListener('abort', () => zip.output.destroy(limit.reason), { once: true })
  const uploading = store.put(file, zip.output, 'application/zip', limit)
  const writing = writeExport(deps, { companyId, companyName, ownerId }, zip, limit)
  try {
    const [written] = await Promise.all([writing, uploading])
    const [at, bytes] = [now(), zip.bytes()]
    const expiresAt = new Date(at.getTime() + EXPORT_DAYS * DAY_MS).toISOString()
    const isReady = await inTransaction(db, (trx) => finishExport(trx, id, { file, bytes, ...written, at: at.toISOString(), expiresAt }))
    if (isReady) return done
    await removeFiles({ store, log }, [file])
    return obsolete
  } catch (error) {
    stop.abort(error)
    await Promise.allSettled([writing, uploading])
    throw error
  }
}

/** Returns the work of preparing exports. */
export function exportWork(deps: ExportDeps) {
  const { db, log, now } = deps
  return {
    db,
    queue: exportQueue,
    // An export reads from all services, so a replica prepares one at a time.
    capacity: 1,
    log,
    async handle({ key: id, attempts, signal }: WorkItem<null>): Promise<Outcome> {
      try {
        return await prepare(deps, id, signal)
      } catch (err) {
        if (signal.aborted) return retry('stopped')
        log.warn({ err, exportId: id, attempts }, 'an export could not be prepared')
        return attempts < ATTEMPTS_MAX ? retry('unavailable') : failed('unavailable')
      }
    },
    async onSettled(trx: Transaction<Tables>, settled: SettledWork<null>[]): Promise<void> {
      for (const { key, settlement } of settled) if (settlement.state === 'failed') await failExport(trx, key, now().toISOString())
    },
  }
}

/** Deletes the files of exports whose time is over. Returns their number. */
export async function expireExports({ db, store, log, now }: Omit<ExportDeps, 'read'>, signal: AbortSignal): Promise<number> {
  for (let count = 0; ; count++) {
    signal.throwIfAborted()
    const file = await inTransaction(db, (trx) => expireNext(trx, now().toISOString()))
    if (file === undefined) {
      await deleteOldExports(db, new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString())
      return count
    }
    await removeFiles({ store, log }, [file])
  }
}

export const startExpiring = (deps: Omit<ExportDeps, 'read'>): (() => Promise<void>) =>
  startInterval({ ms: HOUR_MS, name: 'deleting expired exports', log: deps.log, run: (signal) => expireExports(deps, signal) })
