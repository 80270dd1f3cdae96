import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeRun, forgetRun, noteRun, readRun } from './run-note.ts'

const NEEDED_MEGABYTES = 500

/** Creates the data folder. Throws if this user cannot write to it or if less than 500 MB are free. */
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

/** Creates a folder and its parents without the recursive `mkdir` of Node.js, which never returns in file systems such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  await mkdir(folder).catch(async (error: unknown) => {
    // Another process may have created the folder at the same time.
    if (!(await isFolder(folder))) throw error
  })
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Locks the data folder until the process exits, even if it is killed. Throws if another process holds the lock. */
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

/** Creates, checks and locks the data folder. `stop()` releases the lock. Error messages of other runs show `url`, the product's URL. */
export async function takeDataDir(dataDir: string, url?: string): Promise<{ stop(): Promise<void> }> {
  await prepareDataDir(dataDir)
  const lock = lockDataDir(dataDir, url)
  return { stop: async () => lock.release() }
}
