import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SheetFault } from '../src/sheet/faults.ts'
import { jsonRows } from '../src/sheet/json-rows.ts'

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

test('rows are found in an array or in its member, for any layout and any chunks', () => {
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

test('a response without rows is returned completely', () => {
  const response = { ok: false, code: 'busy', nested: { data: [1, 2] }, list: ['"rows":[', '}'] }
  expect(read(JSON.stringify(response), [3])).toEqual({ rows: [], shell: response })
})

test('an incomplete response cannot be parsed', () => {
  const text = JSON.stringify({ data: [{ a: 1 }, { b: 'x' }] })
  for (let end = 1; end < text.length; end++) expect(() => read(text.slice(0, end), [4]), text.slice(0, end)).toThrow()
})

function split(pieces: readonly string[]) {
  const parser = jsonRows()
  try {
    const rows = pieces.flatMap((piece) => parser.push(piece))
    return { rows, head: parser.head(), shell: parser.shell() }
  } catch (error) {
    return { fault: (error as SheetFault).code }
  }
}

const sign = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  ',',
  ':',
  ' ',
  '\n',
  '"data"',
  '"rows":',
  '"data":[',
  '[{',
  '},{',
  '1',
  'x',
  '😀',
)

test('any text is split in the same way for any chunks', () => {
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 60 }), fc.array(fc.nat(200), { maxLength: 20 }), (signs, cuts) => {
      const text = signs.join('')
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
      expect(split(pieces)).toEqual(split([text]))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['200 cells', `[{${Array.from({ length: 200 }, (_, n) => `"${n}":[1,2]`).join()}}]`, undefined],
  ['201 cells', `[{${Array.from({ length: 201 }, (_, n) => `"${n}":1`).join()}}]`, 'too-many-columns'],
  ['201 cells in a list', `[[${Array.from({ length: 201 }, () => 1).join()}]]`, 'too-many-columns'],
  ['as many in two rows', `[[${Array.from({ length: 150 }, () => 1).join()}],[${Array.from({ length: 150 }, () => 1).join()}]]`, undefined],
  ['100 levels', `${'['.repeat(100)}${']'.repeat(100)}`, undefined],
  ['101 levels', `${'['.repeat(101)}${']'.repeat(101)}`, 'not-json'],
  ['a row of 500,000 characters', `["${'x'.repeat(499_998)}"]`, undefined],
  ['a longer row', `["${'x'.repeat(499_999)}"]`, 'too-large'],
  ['a longer row that never ends', `["${'x'.repeat(500_000)}`, 'too-large'],
  ['a million characters beside the rows', `{"a":"${'x'.repeat(999_992)}"}`, undefined],
  ['more beside the rows', `{"a":"${'x'.repeat(999_993)}"}`, 'not-json'],
])('limits: %s', (_, text, fault) => {
  expect(split([text])).toEqual(fault ? { fault } : expect.objectContaining({ shell: expect.any(String) }))
})
