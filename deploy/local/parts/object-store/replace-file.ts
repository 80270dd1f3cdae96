import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'

/** Readers, a crash and a power cut see the old file or the new one, never half of it. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.${randomUUID()}`
  await writeFile(next, text, { flush: true })
  await rename(next, file)
}
