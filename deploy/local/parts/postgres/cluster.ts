import { chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { runAs } from './run-as.ts'
import type { Server } from './server.ts'

const FLAGS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  // Without these flags initdb creates an ASCII-only cluster on machines where LANG is not set.
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/**
 * Creates the Postgres cluster on the first start. The folder gets its final name only when the cluster is complete, so that no start uses
 * an incomplete cluster.
 */
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
    throw new Error(`The database cluster could not be created: ${reason}`, { cause: error })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, cluster)
}
