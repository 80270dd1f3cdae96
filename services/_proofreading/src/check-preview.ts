import { Readable } from 'node:stream'
import { serialize } from 'node:v8'
import type { Finding } from '@app/contracts/http/proofreading.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import type { VideoFrame } from '@app/contracts/rules/proofreading.ts'
import type { Compared, Comparison, LinesInQuestion, Rereading } from './job-process/jobs.ts'
import { runJob } from './job-process/run-job.ts'
import { TEXT_MAX } from './passages.ts'
import { asksForLogo } from './pictures/check-logo.ts'
import { rememberedWords } from './pictures/check-repeated-picture.ts'
import { type ReadSource, readFile, readLines } from './reader/read-file.ts'
import type { CheckedBrief, Context, EarlierPicture, ReadFile, Word } from './types.ts'

/** A file of a preview or of a step of a campaign. */
export interface CheckedFile {
  position: number
  kind: ContentKind
  /** Of a video. Null if the browser of the admin could not tell. */
  width: number | null
  height: number | null
  seconds?: number
  codec?: string
  alternativeText: string
  /** What is read: the picture, the PDF file, or the frames of a video. Empty for a video without frames. */
  sources: (ReadSource & { frame?: VideoFrame })[]
}

export interface PreviewCheck extends Context {
  caption: string
  brief: CheckedBrief
  files: CheckedFile[]
  /** The logo of the company, if it has one. It is only read if the brief asks for it. */
  logo?: ReadSource
  /** Pictures that the company posted within the last 12 months. */
  earlierPictures: EarlierPicture[]
  signal: AbortSignal
}

/** What later checks compare with a picture. */
export interface PictureMemory {
  position: number
  hash: string
  words: string[]
}

export interface CheckResult {
  /** Those that are sure first. Boxes are parts of the width and height. */
  findings: Finding[]
  /** Positions of the files that could not be checked. */
  uncheckedFiles: number[]
  pictures: PictureMemory[]
}

/** Only this many words and characters of all files together are compared. */
const WORDS_MAX = 20_000
const LETTERS_MAX = 100_000

/** Returns the files without the words beyond the limits. */
function boundedFiles(files: readonly ReadFile[]): ReadFile[] {
  let [words, letters] = [0, 0]
  const isWithin = ({ text }: Word): boolean => {
    words += 1
    letters += text.length
    return words <= WORDS_MAX && letters <= LETTERS_MAX
  }
  return files.map((file) => ({ ...file, words: file.words.filter(isWithin) }))
}

/** What was read of some files. */
interface FilesRead {
  read: ReadFile[]
  uncheckedFiles: number[]
}

/** Reads the sources of a file one after the other: an entry for each page and frame. What is not read has an entry without words. */
async function readSources(file: CheckedFile, logo: ReadSource | undefined, signal: AbortSignal): Promise<FilesRead> {
  const { position, kind, width, height, seconds, codec, alternativeText } = file
  const video = width === null || height === null ? undefined : { width, height }
  const unread: ReadFile = { position, kind, video, seconds, codec, alternativeText, width: 0, height: 0, words: [] }
  const read: ReadFile[] = []
  let isUnchecked = false
  for (const { frame, ...source } of file.sources) {
    const pages = await readFile({ ...source, kind: kind === 'pdf' ? 'pdf' : 'picture', logo: kind === 'image' ? logo : undefined, signal })
    isUnchecked ||= pages === null
    read.push(...(pages ?? [{}]).map((page) => ({ ...unread, frame, ...page })))
  }
  return { read: read.length > 0 ? read : [unread], uncheckedFiles: isUnchecked ? [position] : [] }
}

async function readFiles(files: readonly CheckedFile[], logo: ReadSource | undefined, signal: AbortSignal): Promise<FilesRead> {
  const read: FilesRead[] = []
  for (const file of files) read.push(await readSources(file, logo, signal))
  return { read: boundedFiles(read.flatMap((file) => file.read)), uncheckedFiles: read.flatMap((file) => file.uncheckedFiles) }
}

async function readAgain(files: readonly CheckedFile[], inQuestion: readonly LinesInQuestion[], signal: AbortSignal): Promise<Rereading[]> {
  const rereadings: Rereading[] = []
  for (const { position, frame, lines } of inQuestion) {
    const source = files.find((file) => file.position === position)?.sources.find((each) => each.frame === frame)
    if (source) rereadings.push({ position, frame, readings: await readLines(source, lines, signal) })
  }
  return rereadings
}

/** Compares in another process, because no text may block this one. */
async function compare(comparison: Comparison, signal: AbortSignal): Promise<Compared> {
  const input = serialize(comparison)
  const result = await runJob({ kind: 'comparison', bytes: input.length }, async () => Readable.from([input]), signal)
  if (!('findings' in result)) throw new Error('The comparison returned no findings')
  return result
}

/** Returns the findings. The lines of pictures from which findings come are read again, so that misread letters cause none. */
async function findingsOf(of: Comparison['of'], files: readonly CheckedFile[], signal: AbortSignal): Promise<Finding[]> {
  const first = await compare({ of, rereadings: [] }, signal)
  const rereadings = await readAgain(files, first.linesInQuestion, signal)
  return rereadings.length === 0 ? first.findings : (await compare({ of, rereadings }, signal)).findings
}

/**
 * Checks a preview in another process. Reading a picture takes at most 10 seconds of CPU time, a PDF file 15, a comparison 10. Throws if a
 * file cannot be opened, or if the signal aborts. Throws a `JobProcessEnded` if a comparison exceeds its limits: the same preview would
 * exceed them again.
 */
export async function checkPreview({ files, logo, signal, ...check }: PreviewCheck): Promise<CheckResult> {
  const { read, uncheckedFiles } = await readFiles(files, asksForLogo(check.brief) ? logo : undefined, signal)
  const preview = { ...check, caption: check.caption.slice(0, TEXT_MAX), files: read }
  const pictures = read.flatMap((file) =>
    file.kind === 'image' && file.traits ? [{ position: file.position, hash: file.traits.hash, words: rememberedWords(file) }] : [],
  )
  return { findings: await findingsOf({ preview }, files, signal), uncheckedFiles, pictures }
}

export interface CampaignStepCheck extends Context {
  subject: string
  body: string
  files: CheckedFile[]
  /** The date of the email (YYYY-MM-DD). Null if it has none. */
  date: string | null
  signal: AbortSignal
}

/** Checks a step of a campaign like `checkPreview`. Its result has no pictures, because steps are not compared with earlier ones. */
export async function checkCampaignStep({ files, signal, ...check }: CampaignStepCheck): Promise<CheckResult> {
  const { read, uncheckedFiles } = await readFiles(files, undefined, signal)
  const step = { ...check, subject: check.subject.slice(0, TEXT_MAX), body: check.body.slice(0, TEXT_MAX), files: read }
  return { findings: await findingsOf({ step }, files, signal), uncheckedFiles, pictures: [] }
}
