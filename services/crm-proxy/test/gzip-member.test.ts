import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gzipMember } from '../src/customers/gzip-member.ts'
import { decompressed, linesIn, textCompressor } from '../src/sheet/compressed-text.ts'

async function compress(pieces: readonly string[]) {
  const compressor = textCompressor()
  for (const piece of pieces) {
    compressor.write(piece)
    await compressor.settle()
  }
  return compressor.end()
}

const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }), { maxLength: 20 })

test('a compressed text and the text after it form one gzip member', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.string({ unit: 'grapheme' }), async (pieces, end) => {
      const member = gzipMember(await compress(pieces), Buffer.from(end))
      expect(gunzipSync(member).toString()).toBe(pieces.join('') + end)
    }),
  )
})

test('a text of several blocks is compressed, decompressed and split into lines', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `row ${n} é😀`)
  const compressed = await compress(lines.map((line) => `${line}\n`))
  const whole = `${lines.join('\n')}\n`
  expect([compressed.size, compressed.bytes.length < whole.length / 2]).toEqual([Buffer.byteLength(whole), true])
  expect(await text(decompressed(compressed.bytes))).toBe(whole)
  const found: string[] = []
  for await (const line of linesIn(compressed.bytes)) found.push(line)
  expect(found).toEqual(lines)
  expect(gunzipSync(gzipMember(compressed, Buffer.from('end'))).toString()).toBe(`${whole}end`)
})
