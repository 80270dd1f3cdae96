import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from './parts/replace-file.ts'
import type { Part } from './parts.ts'

/** URLs of the database and the file store of a local run. Both servers choose their ports when they start. */
export interface Addresses {
  databaseUrl: string
  storeEndpoint: string
}

const fileIn = (dataDir: string): string => join(dataDir, 'addresses.json')

/** Writes the URLs, which contain the database password, to a private file for other commands. `stop()` deletes the file. */
export async function writeAddresses(dataDir: string, addresses: Addresses): Promise<Part> {
  await replaceFile(fileIn(dataDir), JSON.stringify(addresses))
  return { stop: () => rm(fileIn(dataDir), { force: true }) }
}

/** Returns the URLs of the run that has locked this data folder. Throws while that run is still starting. */
export async function readAddresses(dataDir: string): Promise<Addresses> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Addresses
  } catch (error) {
    throw new Error(`The product on the data folder ${dataDir} is still starting. Try again when it is ready.`, { cause: error })
  }
}
