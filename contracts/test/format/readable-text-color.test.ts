import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, readableColour, readableTextColor } from '../../src/format/readable-text-color.ts'

describe('readable text on a company color', () => {
  it('computes the contrast as WCAG defines it', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  })

  it('is dark on light colors and light on dark colors', () => {
    expect(readableTextColor('#ffffff')).toBe('#000000')
    expect(readableTextColor('#1f6b4f')).toBe('#ffffff')
  })

  it('has a contrast of at least 4.5:1 on every color', () => {
    const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(fc.property(colours, (ground) => contrast(ground, readableTextColor(ground)) >= 4.5))
  })

  it('is the company color itself if it has enough contrast, and otherwise a darker or lighter one', () => {
    expect(readableColour('#1f6b4f', '#ffffff')).toBe('#1f6b4f')
    const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(fc.property(colours, colours, (colour, ground) => contrast(readableColour(colour, ground), ground) >= 4.5))
  })
})
