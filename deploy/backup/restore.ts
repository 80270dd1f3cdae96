import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import { runCommand } from '../run-command.ts'
import { unpacked } from './archive/archive.ts'
import type { Part } from './archive/parts.ts'
import { isFile, isPath, readArchive } from './archive-file.ts'
import { completeRestore } from './complete-restore.ts'
import { filesOf } from './files.ts'
import { backupKey } from './key.ts'
import { restoreFiles, restoreInto } from './restore-into.ts'
import { openToWrite, type Writable } from './system.ts'
import { verify } from './verify.ts'

const USAGE = `Restores a backup. Stop the product first.

  npm run restore -- <file>            restores rows and files into an empty system
  npm run restore -- --files <file>    restores only the files, into a store that has lost some, and does not change the database
  npm run restore -- --recovered       no backup: completes a restore of the database that was done by other means

Use - instead of a file for standard input. Set BACKUP_KEY to the key of an encrypted backup.`

const PAUSED = 'Campaigns are paused until an admin resumes sending. Otherwise emails that were sent after the backup would be sent again.'
const say = (line: string): boolean => process.stderr.write(`${line}\n`)

/** Returns the parts of a backup. First verifies the whole backup, unless it comes from standard input. */
async function partsIn(path: string): Promise<AsyncIterable<Part>> {
  const key = backupKey(process.env)
  if (isFile(path)) await verify(await readArchive(path), key)
  return unpacked(await readArchive(path), key)
}

async function all(path: string, system: Writable): Promise<void> {
  const parts = await partsIn(path)
  await prepareBucket(system.store)
  const { at, rows, tables, files, missing, resent } = await restoreInto({ ...system, files: filesOf(system.store) }, parts)
  say(`Restored ${rows} rows of ${tables} tables and ${files} files as of ${at}. ${resent} unhandled events will be sent again.`)
  if (missing > 0) say(`${missing} files that rows reference are not in the backup.`)
  say(PAUSED)
}

async function onlyFiles(path: string, { store }: Writable): Promise<void> {
  const parts = await partsIn(path)
  await prepareBucket(store)
  say(`${await restoreFiles(filesOf(store), parts)} files were written to the file store.`)
}

async function afterRecovery(system: Writable): Promise<void> {
  say(`${await completeRestore(system)} unhandled events will be sent again.`)
  say(PAUSED)
}

function workOf(args: readonly string[]): (system: Writable) => Promise<void> {
  const [first = '', second = ''] = args
  if (args.length === 1 && first === '--recovered') return afterRecovery
  if (args.length === 1 && isPath(first)) return (system) => all(first, system)
  if (args.length === 2 && first === '--files' && isPath(second)) return (system) => onlyFiles(second, system)
  throw new Error(USAGE)
}

async function main(args: readonly string[]): Promise<void> {
  const work = workOf(args)
  const system = await openToWrite(process.env)
  try {
    await work(system)
  } finally {
    await system.stop()
  }
}

runCommand(import.meta.url, main)
