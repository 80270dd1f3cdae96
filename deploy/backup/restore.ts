import { createLogger } from '@app/chassis/logger.ts'
import { emptyQueues } from '@app/chassis/messaging/bindings.ts'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import { declareAll, subscribed } from '../bindings.ts'
import { runCommand } from '../run-command.ts'
import { unpacked } from './archive/archive.ts'
import { isFile, readArchive } from './archive-file.ts'
import { filesOf } from './files.ts'
import { backupKey } from './key.ts'
import { restoreInto } from './restore-into.ts'
import { openToWrite } from './system.ts'
import { verify } from './verify.ts'

const USAGE = `Brings a backup into an empty system, in which nothing runs.

  npm run restore -- <file>    reads it whole first
  npm run restore -- -         from standard input

BACKUP_KEY is its key, if it has one.`

const say = (line: string): boolean => process.stderr.write(`${line}\n`)

async function main([path = '', ...more]: readonly string[]): Promise<void> {
  if (!path || more.length > 0) throw new Error(USAGE)
  const key = backupKey(process.env)
  // What comes by standard input is found out while it is brought in: then nothing of it is kept.
  if (isFile(path)) await verify(await readArchive(path), key)
  const { databaseUrl, roleSecret, amqpUrl, store, stop } = await openToWrite(process.env)
  try {
    await prepareBucket(store)
    const target = { databaseUrl, roleSecret, files: filesOf(store) }
    const { at, rows, tables, files, resent } = await restoreInto(target, unpacked(await readArchive(path), key))
    if (amqpUrl) {
      await declareAll(databaseUrl, amqpUrl, createLogger({ level: 'warn' }))
      await emptyQueues(amqpUrl, Object.keys(subscribed))
    }
    say(`${rows} rows of ${tables} tables and ${files} files are back as of ${at}. ${resent} events that were on their way go out again.`)
    say('Campaigns send nothing until an admin lets them: what went out after that moment would go out a second time.')
  } finally {
    await stop()
  }
}

runCommand(import.meta.url, main)
