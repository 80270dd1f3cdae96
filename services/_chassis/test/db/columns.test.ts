import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const services = fileURLToPath(new URL('../../..', import.meta.url))
/** Queries that select all columns. `count(*)` does not match. */
const EVERY_COLUMN = /\b(selectAll|returningAll)\(|\b(select|returning)\s+(\w+\.)?\*/

it('every query names its columns, so that a new column does not change its result', async () => {
  const files = (await readdir(services, { recursive: true })).filter((file) => /^[^/]+\/src\/.*\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(services, file), 'utf8') })))
  expect(texts.filter(({ text }) => EVERY_COLUMN.test(text)).map(({ file }) => file)).toEqual([])
})
