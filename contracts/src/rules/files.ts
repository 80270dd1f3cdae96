import type { FileKind } from '../define.ts'

export const PHOTO_REFUSED = 'Only JPEG and PNG images are allowed.'
export const IMAGE_REFUSED = 'Only image files are allowed.'

/** Media types each kind of file field takes. SVG is not among them: it can carry script. */
export const mediaTypes: Record<FileKind, readonly string[]> = {
  photo: ['image/jpeg', 'image/png'],
  image: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
}

export const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
}
