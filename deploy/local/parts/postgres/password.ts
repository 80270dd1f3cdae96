import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** Returns the superuser's password. The first call generates it and stores it in `file`, which only the current user can read. */
export async function superuserPassword(file: string): Promise<string> {
  const made = randomBytes(24).toString('base64url')
  try {
    await writeFile(file, made, { mode: 0o600, flag: 'wx' })
    return made
  } catch {
    return (await readFile(file, 'utf8')).trim()
  }
}
