import { startObjectStore } from '../../../local/parts/object-store/start.ts'

/** Starts the file store of the local run. Returns its endpoint. */
export async function startStore(dataDir: string, keys: { accessKey: string; secretKey: string }): Promise<string> {
  return (await startObjectStore({ dataDir, ...keys, log: console })).endpoint
}
