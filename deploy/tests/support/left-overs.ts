import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataDir } from '../../local/parts/disk.ts'
import { stopLeftOverPostgres } from '../../local/parts/postgres.ts'

/** Minimum age of a folder to delete, in ms. The test run of a younger folder may not have locked it yet. */
const SURELY_LOCKED_MS = 60_000

/** Stops the Postgres servers of killed test runs and deletes their temporary folders. */
export async function removeLeftOvers(prefix: string): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    // Fails for folders of other users and of running tests, which must be kept.
    await removeLeftOver(folder).catch(() => {})
  }
}

async function removeLeftOver(folder: string): Promise<void> {
  if (Date.now() - (await stat(folder)).birthtimeMs < SURELY_LOCKED_MS) return
  const lock = lockDataDir(folder)
  try {
    await stopLeftOverPostgres(folder)
    await rm(folder, { recursive: true, force: true })
  } finally {
    lock.release()
  }
}
