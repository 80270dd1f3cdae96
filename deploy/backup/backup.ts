import { runCommand } from '../run-command.ts'
import { packed } from './archive/archive.ts'
import { isPath, readArchive, writeArchive } from './archive-file.ts'
import { contentsOf } from './contents.ts'
import { withConnection } from './database/connect.ts'
import { filesOf } from './files.ts'
import { backupKey } from './key.ts'
import { openToRead } from './system.ts'
import { type Verified, verify } from './verify.ts'

const USAGE = `Backs up the data of all services: a consistent snapshot of all rows, and the files that these rows reference.

  npm run backup -- <file or folder>    writes a new file and verifies it
  npm run -s backup -- -                writes to standard output
  npm run backup -- --verify <file>     verifies a backup (- for standard input) without changing anything

The product may be running. With BACKUP_KEY the backup is encrypted. Store the key elsewhere: the backup cannot be read without it.
With NODE_ENV=production the command fails if BACKUP_KEY is not set, unless --unencrypted is given.`

const UNENCRYPTED = '--unencrypted'

const say = (line: string): boolean => process.stderr.write(`${line}\n`)

function printTotals({ at, tables, rows, files, missing, bytes }: Verified): void {
  say(`${rows} rows of ${tables} tables and ${files} files, ${(bytes / 1e6).toFixed(1)} MB, as of ${at}. The backup is complete.`)
  if (missing > 0) say(`${missing} files that rows reference were not in the file store.`)
}

/** In production, throws if there is no key, because a backup contains signing keys. `--unencrypted` allows a backup without a key. */
function assertMayBeUnencrypted(key: Buffer | undefined, isUnencrypted: boolean): void {
  if (key && isUnencrypted) throw new Error('Use either BACKUP_KEY or --unencrypted, not both. Nothing was written.')
  if (key || isUnencrypted || process.env.NODE_ENV !== 'production') return
  throw new Error(
    'BACKUP_KEY is not set. Anyone who can read an unencrypted backup can sign in as any user. ' +
      'Set BACKUP_KEY ("openssl rand -base64 32" generates one), or add --unencrypted. Nothing was written.',
  )
}

async function backUp(path: string, isUnencrypted: boolean): Promise<void> {
  const key = backupKey(process.env)
  assertMayBeUnencrypted(key, isUnencrypted)
  const system = await openToRead(process.env)
  try {
    const file = await withConnection(system.databaseUrl, (client) => {
      const archive = packed(contentsOf(client, filesOf(system.store)), key)
      return writeArchive(path, archive, async (written) => printTotals(await verify(written, key)))
    })
    say(file ? `Written to ${file}${key ? ', encrypted' : ''}.` : 'Written. Verify the backup where you store it.')
  } finally {
    await system.stop()
  }
}

async function main(words: readonly string[]): Promise<void> {
  const args = words.filter((word) => word !== UNENCRYPTED)
  const isUnencrypted = args.length < words.length
  const [first = '', second = ''] = args
  if (args.length === 1 && isPath(first)) await backUp(first, isUnencrypted)
  else if (args.length === 2 && !isUnencrypted && first === '--verify' && isPath(second))
    printTotals(await verify(await readArchive(second), backupKey(process.env)))
  else throw new Error(USAGE)
}

runCommand(import.meta.url, main)
