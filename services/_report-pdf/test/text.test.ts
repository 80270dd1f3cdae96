import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, layOutText, type TextStyle } from '../src/text/lay-out-text.ts'

const style: TextStyle = { face: 'regular', size: 10, lineHeight: 15 }

const drawn = (text: string, width = 500): string[] =>
  layOutText(text, width, style).map(({ runs }) => runs.map((run) => run.text).join(''))

const read = ({ runs }: Line): string => runs.map(({ original, text }) => original ?? text).join('')

test('characters without a font are drawn as similar ones, or named by their script, and read as they were written', () => {
  const [line, ...others] = layOutText('𝗕𝗼𝗹𝗱 福林 안녕 👍🏽 ½ 한 \u{f8ff}', 500, style)
  expect(line?.runs.map(({ text }) => text).join('')).toBe('Bold [Chinese or Japanese] [Korean] 👍🏽 ½ [Korean] •')
  expect(line && read(line)).toBe('𝗕𝗼𝗹𝗱 福林 안녕 👍🏽 ½ 한 \u{f8ff}')
  expect(others).toEqual([])
})

test('texts from right to left are placed in their visual order, with mirrored parentheses', () => {
  // Letters stay in the order in which they are read, because the font reverses them.
  const [hebrew] = layOutText('שלום (עולם) 12', 500, style)
  expect(hebrew?.isRightToLeft).toBe(true)
  expect(hebrew?.runs.map(({ text }) => text)).toEqual(['12', ' (', 'עולם', ') ', 'שלום'])
})

test('Arabic numbers keep the order of their digits', () => {
  const [line] = layOutText('عام ٢٠٢٦', 500, style)
  expect(line?.runs.map(({ text }) => text)).toEqual(['٢', '٠', '٢', '٦', ' ', 'عام'])
})

test('lines end after spaces, hyphens and slashes; longer words are split', () => {
  expect(drawn('one two-three four', 55)).toEqual(['one two-', 'three four'])
  expect(drawn('three (-71%)', 45)).toEqual(['three ', '(-71%)'])
  expect(drawn('https://example.com/menu', 75)).toEqual(['https://', 'example.com/', 'menu'])
  expect(drawn('abcdefghijklmnopqrst', 50).length).toBeGreaterThan(1)
})

test('a text beyond the maximum of lines ends with an ellipsis', () => {
  const lines = layOutText('one two three four five six', 50, style, 2)
  expect(lines.map(({ runs }) => runs.map(({ text }) => text).join(''))).toEqual(['one two ', 'three fo…'])
})

test('any text fits into its width, and each character has a glyph', () => {
  const characters = fc.constantFrom(' ', 'a', 'ש', 'ع', '٣', '(', '-', '🎉', '\u200d', '漢')
  const parts = fc.array(fc.oneof(characters, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 40 })
  const texts = parts.map((list) => list.join(''))
  const property = fc.property(texts, (text) => {
    for (const line of layOutText(text, 200, style)) {
      expect(line.width).toBeLessThanOrEqual(200)
      for (const { font, text: run } of line.runs) expect(font.font.layout(run).glyphs.every(({ id }) => id !== 0)).toBe(true)
    }
  })
  fc.assert(property, { numRuns: 300 })
})
