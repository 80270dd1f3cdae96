import { mediaTypes } from '@app/contracts/rules/media-types.ts'
import { CONTENT_REFUSED, type ContentKind, contentMaxBytes, PDF_PROTECTED } from '@app/contracts/rules/previews.ts'
import type { VideoFrame } from '@app/contracts/rules/proofreading.ts'
import { sizeRefusalOf } from '../../../shared/ui/files.ts'
import { isHardToPlay, videoCodecOf } from './video-codec.ts'

/** The facts about a chosen file that the browser found in its content. */
export interface Inspection {
  /** Undefined if a preview may not contain the file. */
  kind?: ContentKind
  /** The reason why the file is rejected. */
  problem?: string
  poster?: File
  durationMs?: number
  /** Of a video in an MP4 file, for example "hvc1". */
  codec?: string
  /** Frames of a video, for the check of previews. */
  frames?: Partial<Record<VideoFrame, File>>
  /** Explains a missing poster, or warns that the owner may not be able to play the video. */
  note?: string
}

/** Rejects a file whose name or type is allowed, but whose content is not. */
export const CONTENT_UNREADABLE = 'We couldn’t read this file as a picture, a video or a PDF file. Please choose another one.'
const NO_VIDEO_POSTER = 'This browser can’t play this video, so it gets a plain cover picture.'
const HARD_TO_PLAY = 'Many browsers can’t play this video. Convert it to MP4 with H.264 first. iPhones save H.264 with “Most Compatible”.'
const NO_PDF_POSTER = 'We couldn’t show the first page, so this file gets a plain cover picture.'

const HEAD_BYTES = 256

/** Returns the kind of a file with these first bytes. The server checks the whole file. */
export function kindOfHead(head: Uint8Array): ContentKind | undefined {
  const text = String.fromCharCode(...head)
  const begins = (word: string, at = 0) => text.startsWith(word, at)
  if (begins('\xff\xd8\xff') || begins('\x89PNG\r\n\x1a\n') || begins('GIF8') || (begins('RIFF') && begins('WEBP', 8))) return 'image'
  if (begins('ftyp', 4) || (begins('\x1a\x45\xdf\xa3') && text.includes('webm'))) return 'video'
  return begins('%PDF-') ? 'pdf' : undefined
}

const jpegFile = (name: string, picture: Blob): File => new File([picture], `${name}.jpg`, { type: picture.type })

// The code that draws posters is loaded on demand, because most previews contain only pictures.
async function inspectVideo(file: File): Promise<Inspection> {
  const codec = await videoCodecOf(file)
  const warning = isHardToPlay(codec) ? HARD_TO_PLAY : undefined
  try {
    const { readVideo } = await import('./read-video.ts')
    const { poster, durationMs, frames } = await readVideo(file)
    const frameFiles = Object.fromEntries(Object.entries(frames).map(([name, frame]) => [name, jpegFile(name, frame)]))
    return { kind: 'video', codec, poster: jpegFile('poster', poster), durationMs, frames: frameFiles, note: warning }
  } catch {
    return { kind: 'video', codec, note: warning ?? NO_VIDEO_POSTER }
  }
}

async function inspectPdf(file: File): Promise<Inspection> {
  try {
    const { renderPdfPoster } = await import('../../../domain/preview/render-pdf.ts')
    return { kind: 'pdf', poster: jpegFile('poster', await renderPdfPoster(file)) }
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return { kind: 'pdf', problem: PDF_PROTECTED }
    return { kind: 'pdf', note: NO_PDF_POSTER }
  }
}

/**
 * Inspects a file: its kind, its size, and what is uploaded with it, such as the poster and the duration of a video. Rejects if the file
 * cannot be read.
 */
export async function inspectContent(file: File): Promise<Inspection> {
  const kind = kindOfHead(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (!kind) return { problem: mediaTypes.content.includes(file.type) ? CONTENT_UNREADABLE : CONTENT_REFUSED }
  const problem = sizeRefusalOf(file, contentMaxBytes[kind])
  if (problem) return { kind, problem }
  if (kind === 'image') return { kind }
  return kind === 'video' ? inspectVideo(file) : inspectPdf(file)
}
