import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Account, runAs } from './run-as.ts'

const run = promisify(execFile)
const ACCOUNT = 'postgres'

/**
 * If this process runs as root, returns the account `postgres`, because Postgres does not start as root. Creates the account if it does not
 * exist. If this process does not run as root, returns undefined.
 */
export async function postgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return (await lookUp()) ?? (await create())
}

async function lookUp(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', ACCOUNT]), run('id', ['-g', ACCOUNT])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

async function create(): Promise<Account> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', ACCOUNT])
  } catch (error) {
    throw new Error(`Postgres does not run as root and the account "${ACCOUNT}" could not be created: start as an ordinary user.`, {
      cause: error,
    })
  }
  const account = await lookUp()
  if (!account) throw new Error(`The account "${ACCOUNT}" is missing: start as an ordinary user.`)
  return account
}

/** If the account may not enter these paths, gives it the capability `dac_override` with `setpriv`. Throws if that fails. */
export async function withAccessTo(paths: readonly string[], account: Account | undefined): Promise<Account | undefined> {
  if (!account) return undefined
  const closed = (await Promise.all(paths.map((path) => firstClosed(path, account)))).find((folder) => folder !== undefined)
  if (!closed) return account
  const opened = { ...account, needsDacOverride: true }
  const works = await runAs(opened, 'ls', [...paths]).then(
    () => true,
    () => false,
  )
  if (works) return opened
  throw new Error(
    `The database runs as the user "${ACCOUNT}", which may not enter ${closed}: run "chmod o+x ${closed}", or start as an ordinary user.`,
  )
}

async function firstClosed(path: string, account: Account): Promise<string | undefined> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return folder
    if (folder === dirname(folder)) return undefined
  }
}
