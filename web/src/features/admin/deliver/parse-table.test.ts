import { expect, it } from 'vitest'
import { parseTable, QUOTE_UNCLOSED, TABLE_MAX_CHARS, TABLE_TOO_LONG } from './parse-table.ts'

it.each([
  [
    'two columns',
    'a.png\tWarm bread\nb.png\tCold milk',
    [
      ['a.png', 'Warm bread'],
      ['b.png', 'Cold milk'],
    ],
  ],
  [
    'line ends of Windows and a last line end',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a cell with line breaks, a tab and quotation marks',
    'a.png\t"Warm\n""bread""\r\n\t#bread"\nb\tc',
    [
      ['a.png', 'Warm\n"bread"\r\n\t#bread'],
      ['b', 'c'],
    ],
  ],
  [
    'a text that begins with a quotation',
    'a\t"Best bread" says the Post\nb\tc',
    [
      ['a', '"Best bread" says the Post'],
      ['b', 'c'],
    ],
  ],
  [
    'a quotation mark inside a text',
    'a\t6" pizza\nb\tc',
    [
      ['a', '6" pizza'],
      ['b', 'c'],
    ],
  ],
  ['empty rows and cells', '\n\t\na\t\n\n', [['a', '']]],
  [
    'an empty quoted cell',
    'a\t""\n"b"\tc',
    [
      ['a', ''],
      ['b', 'c'],
    ],
  ],
  ['nothing', '', []],
])('parses %s', (_case, text, rows) => {
  expect(parseTable(text)).toEqual({ rows })
})

it('rejects an open quotation mark, and a text that is too long', () => {
  expect(parseTable('a\t"b\nc\td')).toEqual({ problem: QUOTE_UNCLOSED })
  expect(parseTable('a'.repeat(TABLE_MAX_CHARS + 1))).toEqual({ problem: TABLE_TOO_LONG })
})

it.each(['"', '""', '"\t', '"a\t', '\t"\n', '"""a\n'])('parses the longest text of %j in linear time', (part) => {
  const begun = performance.now()
  parseTable(part.repeat(TABLE_MAX_CHARS / part.length))
  expect(performance.now() - begun).toBeLessThan(2_000)
})
