import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeRun, forgetRun, noteRun, readRun } from './run-note.ts'

const NEEDED_MEGABYTES = 500

/** Makes the data folder and checks that the product can live in it. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be written: give this user the rights to it or choose another one with DATA_DIR=<folder>.`,
      { cause: error },
    )
  }
  const { bavail, bsize } = await statfs(dataDir)
  const freeMegabytes = Math.floor((bavail * bsize) / 1_000_000)
  if (freeMegabytes < NEEDED_MEGABYTES) {
    throw new Error(
      `The disk of ${dataDir} has ${freeMegabytes} MB left and ${NEEDED_MEGABYTES} MB are needed: free some space or choose another folder with DATA_DIR=<folder>.`,
    )
  }
}

/** Like a recursive `mkdir`, but Node's own never ends where the system makes no folder and does not say why, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  await mkdir(folder).catch(async (error: unknown) => {
    // Another copy may have made it meanwhile.
    if (!(await isFolder(folder))) throw error
  })
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Locks the data folder for this process, and notes which process that is. The lock is SQLite's own file lock: the operating
 * system releases it however the process ends, so that no lock is left over. Throws when another process holds it.
 */
export function lockDataDir(dataDir: string, url?: string): { release(): void } {
  const lock = new DatabaseSync(join(dataDir, 'lock'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new Error(
      `Palmetto already runs on the data folder ${dataDir}${describeRun(readRun(dataDir))}, or give this one its own folder with DATA_DIR=<folder>.`,
      { cause: error },
    )
  }
  noteRun(dataDir, url)
  return {
    release: () => {
      forgetRun(dataDir)
      lock.close()
    },
  }
}

/** Prepares the data folder and locks it until the stop. `url` is where the product will listen. */
export async function takeDataDir(dataDir: string, url?: string): Promise<{ stop(): Promise<void> }> {
  await prepareDataDir(dataDir)
  const lock = lockDataDir(dataDir, url)
  return { stop: async () => lock.release() }
}
