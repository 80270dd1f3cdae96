import type { FileKind } from '../define.ts'

export type PictureKind = Exclude<FileKind, 'document' | 'content'>

const shownByBrowsers = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']

/**
 * Media types of a file field, by the kind of its files. A field for documents accepts files by their extension. SVG can contain scripts.
 * Therefore it is accepted only for emails, and served with headers that block scripts.
 */
export const mediaTypes: Record<Exclude<FileKind, 'document'>, readonly string[]> = {
  photo: ['image/jpeg', 'image/png'],
  image: shownByBrowsers,
  poster: ['image/jpeg', 'image/png', 'image/webp'],
  'mail-image': [...shownByBrowsers, 'image/bmp', 'image/svg+xml'],
  content: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'video/webm', 'application/pdf'],
}
