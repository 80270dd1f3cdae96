import { connect } from '@app/chassis/db/connect.ts'
import { isPostgresError } from '@app/chassis/db/faults.ts'
import { openZip, RefusedArchive } from '@app/chassis/exports/zip-reader.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import type { StoreConfig } from './backup/files.ts'
import { openToRead } from './backup/system.ts'
import { checkArchive } from './company-import/check-archive.ts'
import { importFiles, newKeysOf } from './company-import/import-files.ts'
import { checkTarget, importRecords } from './company-import/import-records.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Imports the export of a company into this installation. The product may be running.

  npm run import-company -- <file.zip> [--max-gigabytes <number>]

The whole file is checked first. If anything is wrong, nothing is changed. The default limit of all files together is 200 GB.`

const GIGABYTE = 1_000_000_000
const MOST_GIGABYTES = 200
const UNIQUE_VIOLATION = '23505'

interface Target {
  databaseUrl: string
  store: StoreConfig
}

interface Imported {
  companyName: string
  records: number
  files: number
}

/**
 * Imports an export. Throws `RefusedArchive` with a sentence if the ZIP file is not a whole, valid export, or if this installation has the
 * company. Then nothing has changed. Files are written before the rows, and all rows in one transaction.
 */
async function importCompany({ databaseUrl, store: config }: Target, path: string, bytesMax: number): Promise<Imported> {
  const zip = await openZip(path, bytesMax)
  const db = connect<unknown>({ url: databaseUrl, schema: 'public', max: 1, onIdleError: () => {} })
  try {
    const manifest = await checkArchive(zip)
    const { companyId, companyName } = manifest
    const keys = newKeysOf(manifest)
    await checkTarget(db, zip)
    // The URL of the product is only in URLs, which an import does not store.
    const store = createObjectStore({ ...config, PUBLIC_URL: config.S3_ENDPOINT })
    const files = await importFiles(zip, manifest, keys, store)
    try {
      return { companyName, records: await importRecords(db, { zip, companyId, keys }), files: files.count }
    } catch (error) {
      await files.remove().catch(() => {})
      throw isPostgresError(error) && error.code === UNIQUE_VIOLATION
        ? new RefusedArchive('This installation already has some of the records.', { cause: error })
        : error
    }
  } finally {
    await db.destroy()
    await zip.close()
  }
}

function optionsOf(args: readonly string[]): { path: string; bytesMax: number } {
  const [path = '', option, value] = args
  const gigabytes = option === undefined ? MOST_GIGABYTES : Number(value)
  const isValid = path !== '' && !path.startsWith('-') && (args.length === 1 || (args.length === 3 && option === '--max-gigabytes'))
  if (!isValid || !(gigabytes > 0)) throw new Error(USAGE)
  return { path, bytesMax: gigabytes * GIGABYTE }
}

async function main(args: readonly string[]): Promise<void> {
  const { path, bytesMax } = optionsOf(args)
  const system = await openToRead(process.env)
  try {
    const { companyName, records, files } = await importCompany(system, path, bytesMax)
    process.stderr.write(`Imported ${companyName}: ${records} records and ${files} files.
The owner signs in after "Forgot password". Campaigns are paused. Connect the spreadsheet of customers again.
`)
  } finally {
    await system.stop()
  }
}

runCommand(import.meta.url, main)
