import type { FileKind } from '../define.ts'
import { mediaTypes } from './media-types.ts'

/** Media types of the files that the server accepts, by the kind of a file. */
export const acceptedTypes: Record<FileKind, readonly string[]> = {
  ...mediaTypes,
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
}
