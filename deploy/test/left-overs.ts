import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataDir } from '../local/parts/disk.ts'
import { stopLeftOverPostgres } from '../local/parts/postgres.ts'

/** Minimum age of a folder, in ms. A younger folder may belong to a run that has not locked it yet. */
const SURELY_LOCKED_MS = 60_000

/** Stops Postgres servers that killed test runs have left running, and deletes their temporary folders. */
export async function removeLeftOvers(prefix: string): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    // Folders of other users and of running tests are skipped.
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
