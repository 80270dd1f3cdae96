import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../local/parts/ports.ts'
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

/**
 * Simulates the start of a release. Prepares the store as `npm run migrate` does. The build of the release consists of the files `names`.
 */
async function release(names: readonly string[], origin = new URL(store.urlOf('')).origin): Promise<void> {
  const webDist = await mkdtemp(join(folder, 'dist-'))
  await mkdir(join(webDist, 'assets'))
  for (const name of names) await writeFile(join(webDist, 'assets', name), name)
  await prepareStore({
    S3_ENDPOINT: origin,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
    S3_BUCKET: store.bucket,
    WEB_DIST: webDist,
  })
}

const statusOf = async (name: string): Promise<number> => (await fetch(store.urlOf(`public/web/${name}`))).status

it('keeps the assets of the last twenty builds publicly readable and deletes older ones', async () => {
  await release(['index-a.js', 'shared-1.css'])
  await release(['index-a.js', 'shared-1.css'])
  for (let build = 2; build <= 20; build += 1) await release([`index-${build}.js`, 'shared-1.css'])
  expect(await statusOf('index-a.js')).toBe(200)
  await release(['index-last.js', 'shared-1.css'])
  // Some stores send 403 to anonymous requests for objects that do not exist.
  expect([403, 404]).toContain(await statusOf('index-a.js'))
  for (const name of ['index-2.js', 'index-20.js', 'index-last.js', 'shared-1.css']) expect(await statusOf(name), name).toBe(200)
})

it('keeps no compressed copies', async () => {
  await release(['index-c.js', 'index-c.js.br'])
  expect(await statusOf('index-c.js')).toBe(200)
  expect([403, 404]).toContain(await statusOf('index-c.js.br'))
})

it('waits until the store is available', async () => {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => printed.mockRestore())
  const port = await freePort()
  const released = release(['index-late.js'], `http://127.0.0.1:${port}`)
  const { hostname, port: storePort } = new URL(store.urlOf(''))
  await expect.poll(() => printed.mock.calls.join()).toContain('Waiting for the file store')
  const proxy = createServer((client) => {
    client.pipe(connect(Number(storePort), hostname)).pipe(client)
  }).listen(port, '127.0.0.1')
  await released
  proxy.close()
  expect(await statusOf('index-late.js')).toBe(200)
})
