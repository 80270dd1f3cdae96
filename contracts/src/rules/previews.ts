import type { FileField } from '../define.ts'
import { IMAGE_MAX_BYTES, MEGABYTE } from '../primitives.ts'

/** The numbers of a preview's files, in the names of form fields: `file1` to `file10`. */
export const fileNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
/** Maximum length in characters. A line break counts as one character. */
export const CAPTION_MAX = 5000
export const CAPTION_TOO_LONG = 'The caption is too long: at most 5,000 characters.'

/** Maximum length of the alternative text of a picture, in characters. */
export const ALTERNATIVE_TEXT_MAX = 1000
export const ALTERNATIVE_TEXT_TOO_LONG = 'The alternative text is too long: at most 1,000 characters.'

/** `withdrawn`: the preview was delivered by mistake. Only admins see drafts and withdrawn previews. */
export const previewStates = ['draft', 'delivered', 'withdrawn'] as const
export type PreviewState = (typeof previewStates)[number]

export const contentKinds = ['image', 'video', 'pdf'] as const
/** The kind of a preview's file, which decides how it is shown. */
export type ContentKind = (typeof contentKinds)[number]

/** Maximum size of a preview's file, by kind. */
export const contentMaxBytes: Readonly<Record<ContentKind, number>> = {
  image: IMAGE_MAX_BYTES,
  video: 200 * MEGABYTE,
  pdf: 50 * MEGABYTE,
}

/** Returns the kind of a file with one of the media types of `mediaTypes.content`. */
export function contentKindOf(mediaType: string): ContentKind {
  if (mediaType.startsWith('image/')) return 'image'
  return mediaType.startsWith('video/') ? 'video' : 'pdf'
}

export const CONTENT_REFUSED = 'Only JPEG, PNG, WebP and GIF pictures, MP4 and WebM videos, and PDF files are allowed.'
/** A form field for a file of a preview. The maximum size is that of a video. Other files have smaller limits (`contentMaxBytes`). */
export const contentFile = { kind: 'content', maxBytes: contentMaxBytes.video, refusal: CONTENT_REFUSED } as const satisfies FileField

export const POSTER_REFUSED = 'Only JPEG, PNG and WebP pictures are allowed as a poster.'
export const VIDEO_DAMAGED = 'This video is damaged or incomplete. Please choose another one.'
export const PDF_PROTECTED = 'This PDF file opens only with a password. Remove the password, and choose it again.'
export const PDF_DAMAGED = 'This PDF file is damaged or incomplete. Please choose another one.'

export const PREVIEW_FILES_REQUIRED = 'Please choose at least one file.'
/** Files are numbered without gaps: `file3` without `file2` is rejected. */
export const PREVIEW_FILES_GAP = 'The files must be numbered without gaps, beginning with file1.'
export const POSTER_OF_PICTURE = 'Only a video or a PDF file can have a poster.'
export const DURATION_OF_OTHER = 'Only a video can have a duration.'
export const FRAME_OF_OTHER = 'Only a video can have frames and a codec.'
