import { Readable } from 'node:stream'
import { serialize } from 'node:v8'
import type { Finding } from '@app/contracts/http/proofreading.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import type { VideoFrame } from '@app/contracts/rules/proofreading.ts'
import type { Comparison, ReadPage } from './job-process/jobs.ts'
import { runJob } from './job-process/run-job.ts'
import { TEXT_MAX } from './passages.ts'
import { asksForLogo } from './pictures/check-logo.ts'
import { rememberedWords } from './pictures/check-repeated-picture.ts'
import { type ReadSource, readFile } from './reader/read-file.ts'
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

/** Returns a page or frame in the size of its file: frames of a video may be smaller than the video. */
function inSizeOf(page: ReadPage, { width: ofFile, height }: CheckedFile): ReadPage {
  if (ofFile === null || height === null) return page
  const [across, down] = [ofFile / page.width, height / page.height]
  const words = page.words.map(({ box, ...word }) => ({
    ...word,
    box: { left: box.left * across, top: box.top * down, width: box.width * across, height: box.height * down },
  }))
  return { ...page, width: ofFile, height, words }
}

/** Reads the sources of a file one after the other. Returns an entry for each page and frame, and one without words for what is not read. */
async function readSources(
  file: CheckedFile,
  logo: ReadSource | undefined,
  signal: AbortSignal,
): Promise<{ read: ReadFile[]; isUnchecked: boolean }> {
  const { position, kind, seconds, codec, alternativeText } = file
  const details = { position, kind, seconds, codec, alternativeText }
  const unread: ReadFile = { ...details, width: file.width ?? 0, height: file.height ?? 0, words: [] }
  const read: ReadFile[] = []
  let isUnchecked = false
  for (const { frame, ...source } of file.sources) {
    const pages = await readFile({ ...source, kind: kind === 'pdf' ? 'pdf' : 'picture', logo: kind === 'image' ? logo : undefined, signal })
    isUnchecked ||= pages === null
    const entries = pages ?? [unread]
    read.push(...entries.map((page) => ({ ...details, frame, ...(kind === 'video' ? inSizeOf(page, file) : page) })))
  }
  return { read: read.length > 0 ? read : [unread], isUnchecked }
}

async function readFiles(
  files: readonly CheckedFile[],
  logo: ReadSource | undefined,
  signal: AbortSignal,
): Promise<{ read: ReadFile[]; uncheckedFiles: number[] }> {
  const read: ReadFile[] = []
  const uncheckedFiles: number[] = []
  for (const file of files) {
    const sources = await readSources(file, logo, signal)
    read.push(...sources.read)
    if (sources.isUnchecked) uncheckedFiles.push(file.position)
  }
  return { read: boundedFiles(read), uncheckedFiles }
}

/** Compares in another process, because no text may block this one. */
async function compare(comparison: Comparison, signal: AbortSignal): Promise<Finding[]> {
  const input = serialize(comparison)
  const result = await runJob({ kind: 'comparison', bytes: input.length }, async () => Readable.from([input]), signal)
  return 'findings' in result ? result.findings : []
}

/**
 * Checks a preview in another process, which takes at most 15 seconds of CPU time for each file and for the comparison. Throws if a file
 * cannot be opened, or if the signal aborts. Throws a `JobProcessEnded` if the comparison exceeds its limits: the same preview would exceed them again.
 */
export async function checkPreview({ files, logo, signal, ...check }: PreviewCheck): Promise<CheckResult> {
  const { read, uncheckedFiles } = await readFiles(files, asksForLogo(check.brief) ? logo : undefined, signal)
  const findings = await compare({ preview: { ...check, caption: check.caption.slice(0, TEXT_MAX), files: read } }, signal)
  const pictures = read.flatMap((file) =>
    file.kind === 'image' && file.traits ? [{ position: file.position, hash: file.traits.hash, words: rememberedWords(file) }] : [],
  )
  return { findings, uncheckedFiles, pictures }
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
  return { findings: await compare({ step }, signal), uncheckedFiles, pictures: [] }
}
