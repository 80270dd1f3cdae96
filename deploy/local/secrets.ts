import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Secrets of a local run, which are generated on the first start and stored in the data folder. */
export interface LocalSecrets {
  databaseRoles: string
  storeAccessKey: string
  storeSecretKey: string
  identityKey: string
  reviewLinkKey: string
  recordSigningKey: string
  mailAddressKey: string
  internalMailKey: string
  internalDataKey: string
  suppressionKey: string
}

function newSecrets(): LocalSecrets {
  const random = (bytes: number) => randomBytes(bytes).toString('hex')
  return {
    databaseRoles: random(32),
    storeAccessKey: random(10),
    storeSecretKey: random(32),
    identityKey: randomBytes(32).toString('base64'),
    reviewLinkKey: randomBytes(32).toString('base64'),
    recordSigningKey: randomBytes(32).toString('base64'),
    mailAddressKey: randomBytes(32).toString('base64'),
    internalMailKey: randomBytes(32).toString('base64'),
    internalDataKey: randomBytes(32).toString('base64'),
    suppressionKey: randomBytes(32).toString('base64'),
  }
}

export async function localSecrets(dataDir: string): Promise<LocalSecrets> {
  const path = join(dataDir, 'secrets.json')
  const known = await readFile(path, 'utf8').catch(() => '{}')
  const secrets: LocalSecrets = { ...newSecrets(), ...JSON.parse(known) }
  const text = JSON.stringify(secrets)
  if (text === known) return secrets
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secrets
}
