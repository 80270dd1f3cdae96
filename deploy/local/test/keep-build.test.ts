import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareStore } from '../../migrate.ts'
import { type StoreUnderTest, storeUnderTest } from './store-under-test.ts'

let store: StoreUnderTest
let folder: string
beforeAll(async () => {
  store = await storeUnderTest()
  folder = await mkdtemp(join(tmpdir(), 'builds-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await store.stop()
})

/** A release, as `npm run migrate` begins it. */
async function release(...names: string[]): Promise<void> {
  const webDist = await mkdtemp(join(folder, 'dist-'))
  await mkdir(join(webDist, 'assets'))
  for (const name of names) await writeFile(join(webDist, 'assets', name), name)
  const { origin } = new URL(store.urlOf(''))
  await prepareStore({
    S3_ENDPOINT: origin,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
    S3_BUCKET: store.bucket,
    WEB_DIST: webDist,
  })
}

const statusOf = async (name: string): Promise<number> => (await fetch(store.urlOf(`public/web/${name}`))).status

it('keeps the assets of the last twenty builds for everybody to read, and no others', async () => {
  await release('index-a.js', 'shared-1.css')
  await release('index-a.js', 'shared-1.css')
  for (let build = 2; build <= 20; build += 1) await release(`index-${build}.js`, 'shared-1.css')
  expect(await statusOf('index-a.js')).toBe(200)
  await release('index-last.js', 'shared-1.css')
  expect(await statusOf('index-a.js')).toBe(404)
  for (const name of ['index-2.js', 'index-20.js', 'index-last.js', 'shared-1.css']) expect(await statusOf(name), name).toBe(200)
})
