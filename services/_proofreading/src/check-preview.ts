import type { ContentKind } from '@app/contracts/rules/previews.ts'
import type { VideoFrame } from '@app/contracts/rules/proofreading.ts'
import type { EarlierPicture } from './pictures/check-repeated-picture.ts'
import type { ReadSource } from './reader/read-file.ts'
import type { CheckedBrief, Context, Finding } from './types.ts'

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
  findings: Finding[]
  /** Positions of the files that could not be checked. */
  uncheckedFiles: number[]
  pictures: PictureMemory[]
}

/** Checks a preview in another process. Throws only if a file cannot be opened, or if the signal aborts. */
export async function checkPreview(_check: PreviewCheck): Promise<CheckResult> {
  throw new Error('Not written yet')
}

export interface CampaignStepCheck extends Context {
  subject: string
  body: string
  files: CheckedFile[]
  /** The date of the email (YYYY-MM-DD). Null if it has none. */
  date: string | null
  signal: AbortSignal
}

/** Checks a step of a campaign in another process. Throws only if a file cannot be opened, or if the signal aborts. */
export async function checkCampaignStep(_check: CampaignStepCheck): Promise<CheckResult> {
  throw new Error('Not written yet')
}
