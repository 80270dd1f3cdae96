import { refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { FileName } from '@app/contracts/define.ts'
import type { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import {
  CAPTION_MAX,
  CAPTION_TOO_LONG,
  type ContentKind,
  contentKindOf,
  DURATION_OF_OTHER,
  fileNumbers,
  POSTER_OF_PICTURE,
  PREVIEW_FILES_GAP,
  PREVIEW_FILES_REQUIRED,
} from '@app/contracts/rules/previews.ts'

/** A file of a preview as received, with its poster. */
export interface ReceivedContent<F> {
  kind: ContentKind
  file: F
  poster?: F
  durationMs?: number
}

/**
 * Returns the caption of a form. Forms contain CR LF for a line break. The returned caption contains LF, as in a text field of a browser.
 * A caption without a visible character is empty. Throws 422 if the caption is too long.
 */
export function receivedCaption({ caption = '' }: ReceivedForm<typeof uploadPreview>['fields']): string {
  const received = caption.replace(/\r\n?/g, '\n')
  if ([...received].length > CAPTION_MAX) throw refusedField('caption', CAPTION_TOO_LONG)
  return isBlank(received) ? '' : received
}

/**
 * Returns the files of a form in their order. Throws 422 if there are no files, or if the numbers of the files (`file1`, `file2` …) have a
 * gap. Also throws 422 if an image has a poster, or if a file that is not a video has a duration.
 */
export function receivedContent<F extends { contentType: string }>(
  fields: ReceivedForm<typeof uploadPreview>['fields'],
  files: Partial<Record<FileName<typeof uploadPreview>, F>>,
): ReceivedContent<F>[] {
  const received: ReceivedContent<F>[] = []
  for (const number of fileNumbers) {
    const [file, poster, duration] = [files[`file${number}`], files[`poster${number}`], fields[`duration${number}`]]
    const kind = file && contentKindOf(file.contentType)
    if (poster && (!kind || kind === 'image')) throw refusedField(`poster${number}`, POSTER_OF_PICTURE)
    if (duration !== undefined && kind !== 'video') throw refusedField(`duration${number}`, DURATION_OF_OTHER)
    if (!file || !kind) continue
    if (received.length < number - 1) throw refusedField(`file${received.length + 1}`, PREVIEW_FILES_GAP)
    received.push({ kind, file, poster, durationMs: duration === undefined ? undefined : Number(duration) })
  }
  if (received.length === 0) throw refusedField('file1', PREVIEW_FILES_REQUIRED)
  return received
}
