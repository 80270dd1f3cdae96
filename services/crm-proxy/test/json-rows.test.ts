import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonRows } from '../src/sheet/json-rows.ts'

/** A text that comes in pieces of these sizes. */
function read(text: string, sizes: readonly number[]) {
  const parser = jsonRows()
  const rows: string[] = []
  for (let from = 0, n = 0; from < text.length; n++) {
    const size = sizes[n % sizes.length] ?? text.length
    rows.push(...parser.push(text.slice(from, from + size)))
    from += size
  }
  return { rows: rows.map((row) => JSON.parse(row)), shell: JSON.parse(parser.shell()) }
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })

test('rows are those of the array or of its member, however the text is laid out and cut', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.constantFrom(undefined, 2), sizes, (rows, other, indent, cuts) => {
      const array = JSON.stringify(rows, null, indent)
      expect(read(array, cuts)).toEqual({ rows: JSON.parse(array), shell: [] })
      for (const name of ['data', 'rows']) {
        const object = JSON.stringify({ other, [name]: rows, more: [other] }, null, indent)
        expect(read(object, cuts)).toEqual({ rows: JSON.parse(array), shell: { ...JSON.parse(object), [name]: [] } })
      }
    }),
  )
})

test('an answer without rows is left whole', () => {
  const answer = { ok: false, code: 'busy', nested: { data: [1, 2] }, list: ['"rows":[', '}'] }
  expect(read(JSON.stringify(answer), [3])).toEqual({ rows: [], shell: answer })
})

test('one that breaks off cannot be parsed', () => {
  const text = JSON.stringify({ data: [{ a: 1 }, { b: 'x' }] })
  for (let end = 1; end < text.length; end++) expect(() => read(text.slice(0, end), [4]), text.slice(0, end)).toThrow()
})
