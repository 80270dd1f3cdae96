import type { Job } from '@app/chassis/work/job-processes/messages.ts'
import type { Finding } from '@app/contracts/http/proofreading.ts'
import type { VideoFrame } from '@app/contracts/rules/proofreading.ts'
import type { LineReading, LineToRead } from '../reader/read-lines-again.ts'
import type { CampaignStep, PictureTraits, ReadFile, Subject } from '../types.ts'

/** Reads a file. The input is the file, and the company's logo after it, which is `logoBytes` long. */
export interface ReadJob extends Job {
  kind: 'picture' | 'pdf'
  /** 0 if the logo is not searched for. */
  logoBytes: number
}

/** Reads lines of a picture again. The input is the picture. */
export interface RereadJob extends Job {
  kind: 'lines'
  lines: LineToRead[]
}

/** Compares what was read. The input is a serialized `Comparison`. */
interface CompareJob extends Job {
  kind: 'comparison'
}

export type CheckerJob = ReadJob | RereadJob | CompareJob

/** A picture, or a frame of a video. */
export interface PictureKey {
  position: number
  frame?: VideoFrame
}

/** Further readings of some lines of a picture: in each, the words of these lines. */
export interface Rereading extends PictureKey {
  readings: LineReading[][]
}

export interface Comparison {
  of: { preview: Subject } | { step: CampaignStep }
  /** Empty for the first comparison. */
  rereadings: Rereading[]
}

/** The lines of a picture from which findings come. */
export interface LinesInQuestion extends PictureKey {
  lines: LineToRead[]
}

/** A picture, or a page of a PDF file, as it was read. */
export interface ReadPage extends Pick<ReadFile, 'width' | 'height' | 'words' | 'page'> {
  /** Undefined for pages of PDF files. */
  traits?: PictureTraits
}

export interface Compared {
  findings: Finding[]
  linesInQuestion: LinesInQuestion[]
}

export type JobResult = { pages: ReadPage[] } | { readings: LineReading[][] } | Compared
