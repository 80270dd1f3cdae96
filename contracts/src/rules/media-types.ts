import type { FileField, FileKind } from '../define.ts'
import { formatRefused } from './files.ts'

export type PictureKind = Exclude<FileKind, 'document' | 'content'>

const shownByBrowsers = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']

/** Pictures that are converted before anything shows them. */
const converted = ['image/heic', 'image/heif', 'image/tiff', 'image/bmp', 'image/svg+xml']

/** Media types of a file field, by the kind of its files. A field for documents accepts files by their extension. */
export const mediaTypes: Record<Exclude<FileKind, 'document'>, readonly string[]> = {
  photo: ['image/jpeg', 'image/png'],
  image: [...shownByBrowsers, ...converted],
  poster: ['image/jpeg', 'image/png', 'image/webp'],
  'mail-image': [...shownByBrowsers, ...converted],
  'task-image': shownByBrowsers,
  content: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'video/webm', 'application/pdf'],
}

const names: Readonly<Record<string, string>> = { 'image/webp': 'WebP', 'image/heif': 'HEIC', 'image/svg+xml': 'SVG' }

/** Returns the names of the picture formats of a kind, for example JPEG and PNG. */
export const formatNames = (kind: PictureKind): string[] => [
  ...new Set(mediaTypes[kind].map((type) => names[type] ?? type.replace('image/', '').toUpperCase())),
]

/**
 * Returns the message for a file that a field does not accept. `type` is the media type of the file. If the file is a picture of another
 * format, fields for images name the formats that they accept.
 */
export function refusalOfType({ kind, refusal }: Pick<FileField, 'kind' | 'refusal'>, type = ''): string {
  const takesImages = kind === 'image' || kind === 'mail-image' || kind === 'task-image'
  return takesImages && type.startsWith('image/') ? formatRefused(formatNames(kind)) : refusal
}
