import { runCommand } from '../run-command.ts'
import { packed } from './archive/archive.ts'
import { isPath, readArchive, writeArchive } from './archive-file.ts'
import { contentsOf } from './contents.ts'
import { withConnection } from './database/connect.ts'
import { filesOf } from './files.ts'
import { backupKey } from './key.ts'
import { openToRead } from './system.ts'
import { type Verified, verify } from './verify.ts'

const USAGE = `Backs up what all services have: every row as of one moment, and the files that these rows name.

  npm run backup -- <file or folder>    writes a new file, and reads it back
  npm run -s backup -- -                writes to standard output
  npm run backup -- --verify <file>     reads a backup (- for standard input), and changes nothing

The product may be running. With BACKUP_KEY the backup is encrypted: keep that key elsewhere, nothing opens it without.
With NODE_ENV=production a backup without BACKUP_KEY is refused, unless --unencrypted is given.`

const UNENCRYPTED = '--unencrypted'

const say = (line: string): boolean => process.stderr.write(`${line}\n`)

/** What is missing was lost before, and goes on missing in a system that is brought back. */
function tell({ at, tables, rows, files, missing, bytes }: Verified): void {
  say(`${rows} rows of ${tables} tables and ${files} files, ${(bytes / 1e6).toFixed(1)} MB, as of ${at}: whole.`)
  if (missing > 0) say(`${missing} files that rows name were not in the store.`)
}

/** Throws for a backup that would hold the signing keys of a production system in plain text, unless that is asked for. */
function assertMayBeRead(key: Buffer | undefined, isUnencrypted: boolean): void {
  if (key && isUnencrypted) throw new Error('BACKUP_KEY is set and --unencrypted is given: leave one of them out. Nothing was written.')
  if (key || isUnencrypted || process.env.NODE_ENV !== 'production') return
  throw new Error(
    'BACKUP_KEY is not set, and whoever reads an unencrypted backup can sign in as anyone. ' +
      'Set BACKUP_KEY ("openssl rand -base64 32" makes one), or add --unencrypted. Nothing was written.',
  )
}

async function backUp(path: string, isUnencrypted: boolean): Promise<void> {
  const key = backupKey(process.env)
  assertMayBeRead(key, isUnencrypted)
  const system = await openToRead(process.env)
  try {
    const file = await withConnection(system.databaseUrl, (client) => {
      const archive = packed(contentsOf(client, filesOf(system.store)), key)
      return writeArchive(path, archive, async (written) => tell(await verify(written, key)))
    })
    say(file ? `Written to ${file}${key ? ', encrypted' : ''}.` : 'Written. Verify it where it is kept.')
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
    tell(await verify(await readArchive(second), backupKey(process.env)))
  else throw new Error(USAGE)
}

runCommand(import.meta.url, main)
