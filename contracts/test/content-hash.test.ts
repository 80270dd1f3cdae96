import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentHashOf } from '../src/rules/content-hash.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-hash-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the hash that the command `sha256sum` prints for these bytes. */
function sha256sum(content: string | Uint8Array): string {
  const file = join(folder, 'content')
  writeFileSync(file, content)
  return execFileSync('sha256sum', [file], { encoding: 'utf8' }).slice(0, 64)
}

test('the content hash can be computed with sha256sum', async () => {
  const content = fc.record({
    caption: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '"\\\n', 'Brot für alle 🥖', '\u2028')),
    files: fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 10 }),
  })
  await fc.assert(
    fc.asyncProperty(content, async ({ caption, files }) => {
      const fileHashes = files.map(sha256sum)
      const json = `{"caption":"${sha256sum(caption)}","files":[${fileHashes.map((hash) => `"${hash}"`).join(',')}]}`
      expect(await contentHashOf({ caption, fileHashes })).toBe(sha256sum(json))
    }),
    { numRuns: 20 },
  )
})

test('the content hash depends on the caption, the files and their order', async () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
  const hashes = await Promise.all([
    contentHashOf({ caption: '', fileHashes: [a, b] }),
    contentHashOf({ caption: '', fileHashes: [b, a] }),
    contentHashOf({ caption: ' ', fileHashes: [a, b] }),
    contentHashOf({ caption: '', fileHashes: [a] }),
  ])
  expect(new Set(hashes).size).toBe(hashes.length)
})
