import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

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
 * Holds the data folder for this process alone. The lock is SQLite's own file lock, so the operating
 * system gives it back however the process ends, and no lock is ever left over.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const lock = new DatabaseSync(join(dataDir, 'lock'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new Error(
      `Another copy already runs on the data folder ${dataDir}: stop it or give this one its own folder with DATA_DIR=<folder>.`,
      { cause: error },
    )
  }
  return { release: () => lock.close() }
}

/** Prepares the data folder and holds it until the stop. */
export async function takeDataDir(dataDir: string): Promise<{ stop(): Promise<void> }> {
  await prepareDataDir(dataDir)
  const lock = lockDataDir(dataDir)
  return { stop: async () => lock.release() }
}
