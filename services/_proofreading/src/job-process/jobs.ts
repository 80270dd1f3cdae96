import type { Job } from '@app/chassis/work/job-processes/messages.ts'
import type { Finding } from '@app/contracts/http/proofreading.ts'
import type { CampaignStep, PictureTraits, ReadFile, Subject } from '../types.ts'

/** Reads a file. The input is the file, and the company's logo after it, which is `logoBytes` long. */
export interface ReadJob extends Job {
  kind: 'picture' | 'pdf'
  /** 0 if the logo is not searched for. */
  logoBytes: number
}

/** Compares what was read. The input is a serialized `Comparison`. */
interface CompareJob extends Job {
  kind: 'comparison'
}

export type CheckerJob = ReadJob | CompareJob

export type Comparison = { preview: Subject } | { step: CampaignStep }

/** A picture, or a page of a PDF file, as it was read. */
export interface ReadPage extends Pick<ReadFile, 'width' | 'height' | 'words' | 'page'> {
  /** Undefined for pages of PDF files. */
  traits?: PictureTraits
}

export type JobResult = { pages: ReadPage[] } | { findings: Finding[] }
