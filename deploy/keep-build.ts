import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { createObjectStore, type ObjectStore, type ObjectStoreConfig, WEB_PREFIX } from '@app/chassis/storage/object-store.ts'
import { retryUntilAvailable } from './retry-until-available.ts'

/** Key prefix of the manifests. A manifest lists the assets of one build. Its key contains the time, so that the keys are in time order. */
const BUILDS_PREFIX = 'web-builds/'
/** Number of builds whose assets are kept. If a browser tab stays open for more releases, its page shows an error. */
const KEPT_BUILDS = 20
const PUT_LIMIT_MS = 60_000
const AT_ONCE = 8

async function keysUnder(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.sort()
}

async function putAssets(store: ObjectStore, folder: string, names: readonly string[]): Promise<void> {
  const waiting = [...names]
  const putInTurn = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      await store.put(
        WEB_PREFIX + name,
        createReadStream(join(folder, name)),
        'application/octet-stream',
        AbortSignal.timeout(PUT_LIMIT_MS),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, putInTurn))
}

/**
 * Uploads the assets of a web app build to the file store. Every gateway can then serve the assets, also to pages of other builds. Deletes
 * assets that none of the last `KEPT_BUILDS` builds has. Must run before the first gateway serves the build.
 */
export const keepBuild = (config: Omit<ObjectStoreConfig, 'PUBLIC_URL'>, webDist: string): Promise<void> =>
  retryUntilAvailable('the file store', config.S3_ENDPOINT, () => putBuild(config, webDist))

async function putBuild(config: Omit<ObjectStoreConfig, 'PUBLIC_URL'>, webDist: string): Promise<void> {
  // Browsers receive no URLs from this client, so its public URL does not matter.
  const store = createObjectStore({ ...config, PUBLIC_URL: config.S3_ENDPOINT })
  const folder = join(webDist, 'assets')
  // The store needs no compressed copies of assets (`.br`). A gateway reads the copies only from its own build.
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.br')).sort()
  const builds = await keysUnder(store, BUILDS_PREFIX)
  const namesOf = async (build: string) => (await json(await store.get(build))) as string[]
  const last = builds.at(-1)
  if (last && (await namesOf(last)).join() === names.join()) return

  const there = await keysUnder(store, WEB_PREFIX)
  const isThere = new Set(there)
  await putAssets(
    store,
    folder,
    names.filter((name) => !isThere.has(WEB_PREFIX + name)),
  )
  const manifest = Readable.from([Buffer.from(JSON.stringify(names))])
  await store.put(`${BUILDS_PREFIX}${new Date().toISOString()}.json`, manifest, 'application/json', AbortSignal.timeout(PUT_LIMIT_MS))

  const kept = builds.slice(1 - KEPT_BUILDS)
  const dropped = builds.slice(0, -kept.length || builds.length)
  const named = new Set([names, ...(await Promise.all(kept.map(namesOf)))].flat().map((name) => WEB_PREFIX + name))
  if (dropped.length > 0) await store.remove([...dropped, ...there.filter((key) => !named.has(key))])
}
