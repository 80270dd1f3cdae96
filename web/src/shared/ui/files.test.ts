import { describe, expect, it } from 'vitest'
import { acceptOf, describeAccepted, refusalOf } from './files.ts'

const photo = { kind: 'photo', maxBytes: 2048, refusal: 'Only JPEG and PNG images are allowed.' } as const
const content = { kind: 'content', maxBytes: 200 * 1024 * 1024, refusal: 'Only pictures, videos and PDF files are allowed.' } as const
const texts = { extensions: ['pdf', 'docx', 'txt'], maxBytes: 50 * 1024 * 1024, refusal: 'Invalid file type (pdf/doc/txt only)' }

describe('the files that a field accepts', () => {
  it('are described in the hint, with the maximum size', () => {
    expect(describeAccepted({ ...photo, maxBytes: 10 * 1024 * 1024 })).toBe('JPEG or PNG, up to 10 MB')
    expect(describeAccepted({ ...photo, kind: 'image' })).toBe('JPEG, PNG, GIF, WebP, AVIF, HEIC, TIFF, BMP, or SVG, up to 2 KB')
    expect(describeAccepted(content)).toBe('Pictures up to 10 MB, MP4 and WebM videos up to 200 MB, PDF files up to 50 MB')
    expect(describeAccepted(texts)).toBe('PDF, DOCX, or TXT, up to 50 MB')
  })

  it('are the `accept` attribute of the input', () => {
    expect(acceptOf(photo)).toBe('image/jpeg,image/png')
    expect(acceptOf({ ...photo, kind: 'image' })).toMatch(/,image\/heic,.*,\.heic,\.heif$/)
    expect(acceptOf(texts)).toBe('.pdf,.docx,.txt')
  })

  it('other types are rejected with the message of the field, and large files with both sizes', () => {
    expect(refusalOf(new File(['x'], 'a.pdf', { type: 'application/pdf' }), photo)).toBe(photo.refusal)
    expect(refusalOf(new File(['x'.repeat(4096)], 'a.png', { type: 'image/png' }), photo)).toBe('This file is 4 KB. The maximum is 2 KB.')
    expect(refusalOf(new File(['x'], 'a.png', { type: 'image/png' }), photo)).toBeUndefined()
  })

  it('a HEIC picture is accepted without a MIME type, and another picture is rejected with the names of the accepted formats', () => {
    const image = { ...photo, kind: 'image', refusal: 'Only image files are allowed.' } as const
    expect(refusalOf(new File(['x'], 'IMG_0001.HEIC'), image)).toBeUndefined()
    expect(refusalOf(new File(['x'], 'scan.tif'), image)).toBeUndefined()
    expect(refusalOf(new File(['x'], 'IMG_0001.HEIC'), photo)).toBe(photo.refusal)
    expect(refusalOf(new File(['x'], 'a.pdf', { type: 'application/pdf' }), image)).toBe(image.refusal)
    expect(refusalOf(new File(['x'], 'a.psd', { type: 'image/vnd.adobe.photoshop' }), image)).toMatch(/one of these kinds: JPEG, .*HEIC/)
  })

  it('files of previews have a maximum size for each kind; a file without a MIME type is accepted here', () => {
    const large = (type: string) => Object.defineProperty(new File(['x'], 'large', { type }), 'size', { value: 20 * 1024 * 1024 })
    expect(refusalOf(large('image/png'), content)).toBe('This file is 20 MB. The maximum is 10 MB.')
    expect(refusalOf(large('video/mp4'), content)).toBeUndefined()
    expect(refusalOf(large('video/quicktime'), content)).toBe(content.refusal)
    expect(refusalOf(large(''), content)).toBeUndefined()
  })

  it('extensions are compared without case and MIME type; names without an extension are accepted', () => {
    expect(refusalOf(new File(['x'], 'Plan.PDF'), texts)).toBeUndefined()
    expect(refusalOf(new File(['x'], 'notes.v2.txt', { type: 'image/png' }), texts)).toBeUndefined()
    expect(refusalOf(new File(['x'], 'plan.pdf.exe', { type: 'application/pdf' }), texts)).toBe(texts.refusal)
    expect(refusalOf(new File(['x'], 'plan'), texts)).toBeUndefined()
  })
})
