import { describe, expect, it } from 'vitest'
import { describeField, formatSize, refusalOf } from './file-field.ts'

const photo = { kind: 'photo', maxBytes: 2048, refusal: 'Only JPEG and PNG images are allowed.' } as const

describe('a file field', () => {
  it('tells its types and its size beforehand', () => {
    expect(describeField({ ...photo, maxBytes: 10 * 1024 * 1024 })).toBe('JPEG or PNG, up to 10 MB')
    expect(describeField({ ...photo, kind: 'image' })).toBe('JPEG, PNG, GIF, WebP, or AVIF, up to 2 KB')
  })

  it.each([
    [1, '1 KB'],
    [348_160, '340 KB'],
    [2_516_582, '2.4 MB'],
  ])('says %i bytes as %s', (bytes, words) => {
    expect(formatSize(bytes)).toBe(words)
  })

  it('refuses another type in its own words and a large file with both sizes', () => {
    expect(refusalOf(new File(['x'], 'a.pdf', { type: 'application/pdf' }), photo)).toBe(photo.refusal)
    expect(refusalOf(new File(['x'.repeat(4096)], 'a.png', { type: 'image/png' }), photo)).toBe(
      'This file is 4 KB. The largest we take is 2 KB.',
    )
    expect(refusalOf(new File(['x'], 'a.png', { type: 'image/png' }), photo)).toBeUndefined()
  })
})
