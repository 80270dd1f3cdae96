import { describe, expect, it } from 'vitest'
import { acceptOf, describeAccepted, refusalOf } from './files.ts'

const photo = { kind: 'photo', maxBytes: 2048, refusal: 'Only JPEG and PNG images are allowed.' } as const
const texts = { extensions: ['pdf', 'docx', 'txt'], maxBytes: 50 * 1024 * 1024, refusal: 'Invalid file type (pdf/doc/txt only)' }

describe('what a file field takes', () => {
  it('is told beforehand, with its size', () => {
    expect(describeAccepted({ ...photo, maxBytes: 10 * 1024 * 1024 })).toBe('JPEG or PNG, up to 10 MB')
    expect(describeAccepted({ ...photo, kind: 'image' })).toBe('JPEG, PNG, GIF, WebP, or AVIF, up to 2 KB')
    expect(describeAccepted(texts)).toBe('PDF, DOCX, or TXT, up to 50 MB')
  })

  it('is offered by the browser', () => {
    expect(acceptOf(photo)).toBe('image/jpeg,image/png')
    expect(acceptOf(texts)).toBe('.pdf,.docx,.txt')
  })

  it('another type is refused in the field’s words, and a large file with both sizes', () => {
    expect(refusalOf(new File(['x'], 'a.pdf', { type: 'application/pdf' }), photo)).toBe(photo.refusal)
    expect(refusalOf(new File(['x'.repeat(4096)], 'a.png', { type: 'image/png' }), photo)).toBe(
      'This file is 4 KB. The largest we take is 2 KB.',
    )
    expect(refusalOf(new File(['x'], 'a.png', { type: 'image/png' }), photo)).toBeUndefined()
  })

  it('by extension: in either case, whatever type the browser makes of it; a name without one tells nothing yet', () => {
    expect(refusalOf(new File(['x'], 'Plan.PDF'), texts)).toBeUndefined()
    expect(refusalOf(new File(['x'], 'notes.v2.txt', { type: 'image/png' }), texts)).toBeUndefined()
    expect(refusalOf(new File(['x'], 'plan.pdf.exe', { type: 'application/pdf' }), texts)).toBe(texts.refusal)
    expect(refusalOf(new File(['x'], 'plan'), texts)).toBeUndefined()
  })
})
