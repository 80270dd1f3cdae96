import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Secrets between the parts of one local run, made up on its first start and kept with its data. */
export interface LocalSecrets {
  databaseRoles: string
  storeAccessKey: string
  storeSecretKey: string
}

export async function localSecrets(dataDir: string): Promise<LocalSecrets> {
  const path = join(dataDir, 'secrets.json')
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known) return JSON.parse(known) as LocalSecrets
  const random = (bytes: number) => randomBytes(bytes).toString('hex')
  const secrets = { databaseRoles: random(32), storeAccessKey: random(10), storeSecretKey: random(32) }
  await writeFile(`${path}.new`, JSON.stringify(secrets), { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secrets
}
