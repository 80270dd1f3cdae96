import { chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { runAs } from './run-as.ts'
import type { Server } from './server.ts'

const FLAGS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  // Without these a machine with no LANG makes a cluster that knows ASCII only.
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/** Makes the cluster on the first start. A start that was cut short leaves no half-made one behind. */
export async function ensureCluster({ cluster, binaries, account }: Server, password: string): Promise<void> {
  if (await stat(cluster).catch(() => undefined)) return
  const unfinished = `${cluster}.unfinished`
  const passwordFile = `${cluster}.password`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  try {
    if (account) {
      await chown(unfinished, account.uid, account.gid)
      await chown(passwordFile, account.uid, account.gid)
    }
    const flags = [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`, ...FLAGS]
    await runAs(account, binaries.initdb, flags)
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    throw new Error(`The database could not be made: ${reason}`, { cause: error })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, cluster)
}
