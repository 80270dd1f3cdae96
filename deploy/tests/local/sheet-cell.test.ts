import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayOf, typedTextOf, typeInto } from '../../local/parts/sheet/cell.ts'

const typed = (text: string) => typeInto(undefined, text)

describe('a cell of the development sheet', () => {
  it.each([
    ['plain', { value: 'plain' }],
    ['', { value: '' }],
    ["'007", { value: '007' }],
    ['007', { value: 7 }],
    ['-1,250.5', { value: -1250.5 }],
    ['$5', { value: 5 }],
    ['50%', { value: 0.5 }],
    ['1e3', { value: 1000 }],
    ['+18435550142', { value: 18_435_550_142 }],
    ['843-555-0142', { value: '843-555-0142' }],
    ['true', { value: true }],
    ['1/2/2026', { value: 46_024, format: 'm/d/yyyy' }],
    ['2026-01-02 18:00', { value: 46_024.75, format: 'm/d/yyyy h:mm:ss' }],
    ['2/30/2026', { value: '2/30/2026' }],
    ['=A1', { value: '#ERROR!', formula: '=A1' }],
    ['+A1', { value: '#ERROR!', formula: '=+A1' }],
  ])('interprets %j like Google Sheets', (text, cell) => {
    expect(typed(text)).toEqual(cell)
  })

  it('keeps its format, and a text cell keeps all input as text', () => {
    expect(typeInto({ value: 1, format: '000' }, '42')).toEqual({ value: 42, format: '000' })
    expect(displayOf({ value: 42, format: '000' })).toBe('042')
    expect(typeInto({ value: '', format: '@' }, '=1/2')).toEqual({ value: '=1/2', format: '@' })
    expect(typeInto(typed('1/2/2026'), '')).toEqual({ value: '', format: 'm/d/yyyy' })
  })

  it('is the same after its editor text is typed again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('=1', '007', '1/2/2026', 'TRUE', "'", '+1')), fc.boolean(), (text, isText) => {
        const cell = typed(isText ? `'${text}` : text)
        expect(typed(typedTextOf(cell))).toEqual(cell)
      }),
    )
  })
})
