import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import { runCommand } from '../run-command.ts'
import { unpacked } from './archive/archive.ts'
import type { Part } from './archive/parts.ts'
import { isFile, isPath, readArchive } from './archive-file.ts'
import { filesOf } from './files.ts'
import { backupKey } from './key.ts'
import { restoreFiles, restoreInto } from './restore-into.ts'
import { settle } from './settle.ts'
import { openToWrite, type Writable } from './system.ts'
import { verify } from './verify.ts'

const USAGE = `Brings back what was backed up, into a system in which nothing runs.

  npm run restore -- <file>            all of it, into an empty system
  npm run restore -- --files <file>    its files, into a store that has lost some; the database stays as it is
  npm run restore -- --recovered       no backup: what has to follow once a database was brought back by other means

- in place of a file is standard input. BACKUP_KEY is the key, if the backup has one.`

const HELD = 'Campaigns send nothing until an admin lets them: what they sent after that moment would go out again.'
const say = (line: string): boolean => process.stderr.write(`${line}\n`)

/** The parts of a backup, which was read to its end before where that can be done. */
async function partsIn(path: string): Promise<AsyncIterable<Part>> {
  const key = backupKey(process.env)
  if (isFile(path)) await verify(await readArchive(path), key)
  return unpacked(await readArchive(path), key)
}

async function all(path: string, system: Writable): Promise<void> {
  const parts = await partsIn(path)
  await prepareBucket(system.store)
  const { at, rows, tables, files, missing, resent } = await restoreInto({ ...system, files: filesOf(system.store) }, parts)
  say(`${rows} rows of ${tables} tables and ${files} files are back as of ${at}; ${resent} events that were on their way go out again.`)
  if (missing > 0) say(`${missing} files that rows name were missing when it was backed up.`)
  say(HELD)
}

async function onlyFiles(path: string, { store }: Writable): Promise<void> {
  const parts = await partsIn(path)
  await prepareBucket(store)
  say(`${await restoreFiles(filesOf(store), parts)} files are in the store.`)
}

async function afterRecovery(system: Writable): Promise<void> {
  say(`${await settle(system)} events that were on their way go out again.`)
  say(HELD)
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
