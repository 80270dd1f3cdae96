import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from './parts/replace-file.ts'
import type { Part } from './parts.ts'

/** Where the parts of a run are, which choose their ports when they start. */
export interface Addresses {
  databaseUrl: string
  storeEndpoint: string
}

const fileIn = (dataDir: string): string => join(dataDir, 'addresses.json')

/** Tells commands beside a run where its parts are, until it stops. For this user alone: a password is in it. */
export async function noteAddresses(dataDir: string, addresses: Addresses): Promise<Part> {
  await replaceFile(fileIn(dataDir), JSON.stringify(addresses))
  return { stop: () => rm(fileIn(dataDir), { force: true }) }
}

/** Of the run that holds this data folder. */
export async function notedAddresses(dataDir: string): Promise<Addresses> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Addresses
  } catch (error) {
    throw new Error(`The product on the data folder ${dataDir} is not up yet: try again when it is.`, { cause: error })
  }
}
