import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

const OWNER_ONLY = 0o600

/** Readers, a crash, a power cut and a full disk see the old file or the new one, never half of it. */
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
