import type { ErasureProgress } from '@app/contracts/http/internal-erasure.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isBackupRunning } from '../storage/backup-lock.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { eraseMessages, mentions } from './erase-messages.ts'
import { createEraser, type Eraser, TimeOver } from './erase-rows.ts'
import { markErased } from './erased-subjects.ts'

/** The company that is erased. */
export interface ErasedCompany {
  companyId: string
  ownerId: string
  /** Whether this is the last round. All tokens of the owner have expired. */
  isLast: boolean
}

/** How a service erases a company. */
export interface CompanyErasure<T> {
  /** Deletes the rows, children first. Another call continues after a crash, so each step finds its rows without the steps before. */
  eraseRows(eraser: Eraser<T>, company: ErasedCompany): Promise<void>
  /** The store, and an SQL query for the keys of the company's files. */
  files?: {
    store: Pick<ObjectStore, 'remove' | 'list'>
    keysOf(company: ErasedCompany): RawBuilder<{ key: string }>
    /** Returns the prefix of files to which no row refers yet. */
    prefixOf?(company: ErasedCompany): string
  }
}

const FILES_A_CALL = 500

/** Stores the keys of the company's files before the rows that refer to them are deleted, so that a crash in between leaves no file. */
async function nameFiles<T>(db: Kysely<T>, { files }: CompanyErasure<T>, company: ErasedCompany): Promise<void> {
  if (!files) return
  const prefix = files.prefixOf?.(company)
  const unnamed: string[] = []
  if (prefix !== undefined) for await (const { key } of files.store.list(prefix)) unnamed.push(key)
  await sql`
    insert into erased_file (key)
    select distinct key from (${files.keysOf(company)} union all select unnest(${unnamed}::text[])) as named (key) where key is not null
    on conflict do nothing`.execute(db)
}

/** Deletes the files. Returns their number, and whether all are deleted: during a backup, which copies them, they stay. */
async function eraseFiles<T>({ db, checkTime }: Eraser<T>, { files }: CompanyErasure<T>): Promise<{ isComplete: boolean; files: number }> {
  for (let erased = 0; files; ) {
    checkTime()
    const { rows } = await sql<{ key: string }>`select key from erased_file limit ${FILES_A_CALL}`.execute(db)
    const keys = rows.map(({ key }) => key)
    if (keys.length === 0) return { isComplete: true, files: erased }
    if (await isBackupRunning(db)) return { isComplete: false, files: erased }
    await files.store.remove(keys)
    await sql`delete from erased_file where key = any(${keys})`.execute(db)
    erased += keys.length
  }
  return { isComplete: true, files: 0 }
}

/**
 * Erases what a service stores about a company and its owner, until the time is over. From the first call on, the service ignores events
 * about them. Can be repeated.
 */
export async function eraseCompanyHere<T>(db: Kysely<T>, erasure: CompanyErasure<T>, company: ErasedCompany): Promise<ErasureProgress> {
  await markErased(db, [company.companyId, company.ownerId])
  await nameFiles(db, erasure, company)
  const { eraser, tables } = createEraser(db)
  try {
    await erasure.eraseRows(eraser, company)
    await eraseMessages(eraser, mentions(company.companyId, company.ownerId), company.isLast)
    return { tables, ...(await eraseFiles(eraser, erasure)) }
  } catch (error) {
    if (error instanceof TimeOver) return { isComplete: false, tables, files: 0 }
    throw error
  }
}
