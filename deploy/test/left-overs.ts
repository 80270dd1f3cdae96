import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataDir } from '../local/parts/disk.ts'
import { stopLeftOverPostgres } from '../local/parts/postgres.ts'

// A younger folder may belong to a run that has not locked it yet.
const SURELY_LOCKED_MS = 60_000

/** Clears what killed test runs left in the temporary folder: a Postgres still running, and its files. */
export async function removeLeftOvers(prefix: string): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    // Somebody else's run, or one that is not over, is left alone.
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
