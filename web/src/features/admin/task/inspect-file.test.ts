import { expect, it } from 'vitest'
import { kindOfHead } from './inspect-file.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

it.each([
  ['a JPEG', '\xff\xd8\xff\xe0', 'image'],
  ['a PNG', '\x89PNG\r\n\x1a\n', 'image'],
  ['a GIF', 'GIF89a', 'image'],
  ['a WebP', 'RIFF\x00\x00\x00\x00WEBPVP8 ', 'image'],
  ['an MP4', '\x00\x00\x00\x18ftypisom', 'video'],
  ['a WebM', '\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'video'],
  ['a PDF', '%PDF-1.7', 'pdf'],
  ['another Matroska file', '\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', undefined],
  ['an AVI', 'RIFF\x00\x00\x00\x00AVI LIST', undefined],
  ['HTML', '<html>', undefined],
  ['an empty file', '', undefined],
])('the kind of %s is read from its first bytes', (_case, head, kind) => {
  expect(kindOfHead(bytes(head))).toBe(kind)
})
