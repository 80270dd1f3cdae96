import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

const OWNER_ONLY = 0o600

/** Replaces a file atomically. After a crash, a power failure or a full disk, the file has its complete old or new content. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.${randomUUID()}`
  try {
    await writeFile(next, text, { flush: true, mode: OWNER_ONLY })
    await rename(next, file)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
}
