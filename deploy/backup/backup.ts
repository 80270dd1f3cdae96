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

The product may be running. With BACKUP_KEY the backup is encrypted: keep that key elsewhere, nothing opens it without.`

const say = (line: string): boolean => process.stderr.write(`${line}\n`)

/** What is missing was lost before, and goes on missing in a system that is brought back. */
function tell({ at, tables, rows, files, missing, bytes }: Verified): void {
  say(`${rows} rows of ${tables} tables and ${files} files, ${(bytes / 1e6).toFixed(1)} MB, as of ${at}: whole.`)
  if (missing > 0) say(`${missing} files that rows name were not in the store.`)
}

async function backUp(path: string): Promise<void> {
  const key = backupKey(process.env)
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

async function main(args: readonly string[]): Promise<void> {
  const [first = '', second = ''] = args
  if (args.length === 1 && isPath(first)) await backUp(first)
  else if (args.length === 2 && first === '--verify' && isPath(second))
    tell(await verify(await readArchive(second), backupKey(process.env)))
  else throw new Error(USAGE)
}

runCommand(import.meta.url, main)
