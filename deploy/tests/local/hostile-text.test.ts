import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { expect, test } from 'vitest'
import { elementsNamed } from '../../local/parts/object-store/xml.ts'
import { typeInto } from '../../local/parts/sheet/cell.ts'

test('elements are found by their complete name, with or without attributes', () => {
  const xml = '<Parts><PartNumber>0</PartNumber><Part><PartNumber>1</PartNumber></Part><Part a="b">2</Part><Part></Part><Part>'
  expect(elementsNamed('Part', xml)).toEqual(['<PartNumber>1</PartNumber>', '2', ''])
  expect(elementsNamed('None', xml)).toEqual([])
})

test.each(['<Part>', '<Part ', '<Part', '</Part>', '>', '<'])(
  'parsing XML that repeats %j does not block the event loop',
  async (piece) => {
    expect(await longestEventLoopBlock(() => elementsNamed('Part', piece.repeat(100_000)))).toBeLessThan(BLOCK_MAX_MS)
  },
)

test.each([' ', '1', ',111', '1,', '-', '.', 'e', '=', '/'])(
  'parsing a cell that repeats %j does not block the event loop',
  async (piece) => {
    expect(await longestEventLoopBlock(() => typeInto(undefined, `1${piece.repeat(200_000 / piece.length)}x`))).toBeLessThan(BLOCK_MAX_MS)
  },
)
