import { refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { FileName } from '@app/contracts/define.ts'
import type { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import {
  ALTERNATIVE_TEXT_MAX,
  ALTERNATIVE_TEXT_TOO_LONG,
  CAPTION_MAX,
  CAPTION_TOO_LONG,
  type ContentKind,
  contentKindOf,
  DURATION_OF_OTHER,
  FRAME_OF_OTHER,
  fileNumbers,
  POSTER_OF_PICTURE,
  PREVIEW_FILES_GAP,
  PREVIEW_FILES_REQUIRED,
} from '@app/contracts/rules/previews.ts'
import { type VideoFrame, videoFrames } from '@app/contracts/rules/proofreading.ts'

type Fields = ReceivedForm<typeof uploadPreview>['fields']
type Files<F> = Partial<Record<FileName<typeof uploadPreview>, F>>

/** A file of a preview as received, with what belongs to it. */
export interface ReceivedContent<F> {
  kind: ContentKind
  file: F
  poster?: F
  durationMs?: number
  codec?: string
  frames?: Partial<Record<VideoFrame, F>>
  /** Undefined if the form does not contain the field. */
  alternativeText?: string
}

/**
 * Returns a text of a form. Forms contain CR LF for a line break. The returned text contains LF, as in a text field of a browser. A text
 * without a visible character is empty. Throws 422 if the text is too long.
 */
function textIn(field: string, sent: string, max: number, refusal: string): string {
  const received = sent.replace(/\r\n?/g, '\n')
  if ([...received].length > max) throw refusedField(field, refusal)
  return isBlank(received) ? '' : received
}

/** Returns the caption of a form. Throws 422 if it is too long. */
export const receivedCaption = ({ caption = '' }: Fields): string => textIn('caption', caption, CAPTION_MAX, CAPTION_TOO_LONG)

type FileNumber = (typeof fileNumbers)[number]

function receivedText(fields: Fields, number: FileNumber): string | undefined {
  const field = `alternativeText${number}` as const
  const sent = fields[field]
  return sent === undefined ? undefined : textIn(field, sent, ALTERNATIVE_TEXT_MAX, ALTERNATIVE_TEXT_TOO_LONG).trim()
}

/** Returns the codec and the frames of a file. Throws 422 if there are any and the file is not a video. */
function receivedVideo<F>(fields: Fields, files: Files<F>, number: FileNumber, kind: ContentKind | undefined) {
  const codec = fields[`codec${number}`]
  const frames: Partial<Record<VideoFrame, F>> = {}
  for (const frame of videoFrames) {
    const file = files[`${frame}${number}`]
    if (file && kind !== 'video') throw refusedField(`${frame}${number}`, FRAME_OF_OTHER)
    if (file) frames[frame] = file
  }
  if (codec !== undefined && kind !== 'video') throw refusedField(`codec${number}`, FRAME_OF_OTHER)
  return { codec, frames }
}

/**
 * Returns the files of a form in their order. Throws 422 if there are no files, or if the numbers of the files (`file1`, `file2` …) have a
 * gap. Also throws 422 if an image has a poster, if a file that is not a video has a duration, a codec or frames, or if an alternative text
 * is too long.
 */
export function receivedContent<F extends { contentType: string }>(fields: Fields, files: Files<F>): ReceivedContent<F>[] {
  const received: ReceivedContent<F>[] = []
  for (const number of fileNumbers) {
    const [file, poster, duration] = [files[`file${number}`], files[`poster${number}`], fields[`duration${number}`]]
    const kind = file && contentKindOf(file.contentType)
    if (poster && (!kind || kind === 'image')) throw refusedField(`poster${number}`, POSTER_OF_PICTURE)
    if (duration !== undefined && kind !== 'video') throw refusedField(`duration${number}`, DURATION_OF_OTHER)
    const ofVideo = receivedVideo(fields, files, number, kind)
    const alternativeText = receivedText(fields, number)
    if (!kind && alternativeText !== undefined) throw refusedField(`file${number}`, PREVIEW_FILES_GAP)
    if (!file || !kind) continue
    if (received.length < number - 1) throw refusedField(`file${received.length + 1}`, PREVIEW_FILES_GAP)
    const durationMs = duration === undefined ? undefined : Number(duration)
    received.push({ kind, file, poster, durationMs, alternativeText, ...ofVideo })
  }
  if (received.length === 0) throw refusedField('file1', PREVIEW_FILES_REQUIRED)
  return received
}
