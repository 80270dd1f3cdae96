import type { FileKind } from '../define.ts'

export const PHOTO_REFUSED = 'Only JPEG and PNG images are allowed.'
export const IMAGE_REFUSED = 'Only image files are allowed.'
export const PICTURE_DAMAGED = 'This picture is damaged or incomplete. Please choose another one.'
/** Returns the error message for an SVG file. `what` names the content that is not allowed. */
export const drawingRefused = (what: string): string =>
  `This drawing contains ${what}, which we can’t accept. Save it as plain SVG or as PNG and choose it again.`

/** Maximum number of pixels. Phone cameras have about 50 megapixels. Each decoded pixel needs four bytes of memory. */
export const PICTURE_PIXELS_MAX = 64_000_000
export const PICTURE_SIDE_MAX = 12_000
export const PICTURE_TOO_LARGE = 'This picture is too large: at most 12,000 pixels a side and 64 megapixels.'

export type PictureKind = Exclude<FileKind, 'document' | 'content'>

const shownByBrowsers = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']

/** Media types of images. SVG can contain scripts. Therefore it is accepted only for emails, and served with headers that block scripts. */
export const pictureTypes: Record<PictureKind, readonly string[]> = {
  photo: ['image/jpeg', 'image/png'],
  image: shownByBrowsers,
  poster: ['image/jpeg', 'image/png', 'image/webp'],
  'mail-image': [...shownByBrowsers, 'image/bmp', 'image/svg+xml'],
}

export const mediaTypes: Record<FileKind, readonly string[]> = {
  ...pictureTypes,
  document: [
    'application/pdf',
    'application/msword',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'text/plain',
  ],
  content: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'video/webm', 'application/pdf'],
}

export const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
}
