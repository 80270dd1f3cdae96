import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, readableTextColor } from './readable-text-color.ts'

describe('readable text on an owner’s colour', () => {
  it('measures as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  })

  it('is dark on light and light on dark', () => {
    expect(readableTextColor('#ffffff')).toBe('#000000')
    expect(readableTextColor('#1f6b4f')).toBe('#ffffff')
  })

  it('reaches 4.5:1 on every colour there is', () => {
    const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(fc.property(colours, (ground) => contrast(ground, readableTextColor(ground)) >= 4.5))
  })
})
