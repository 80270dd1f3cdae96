import type { Job } from '@app/chassis/work/job-processes/messages.ts'
import type { ReadFile } from '../types.ts'
import type { LineContrast } from './line-contrasts.ts'
import type { MainColor } from './main-colors.ts'

/** A job of the reader's process. Its input is the file, and the company's logo after it, which is `logoBytes` long. */
export interface ReadJob extends Job {
  kind: 'picture' | 'pdf'
  /** 0 if the logo is not searched for. */
  logoBytes: number
}

/** What the checks of pictures compare. */
export interface PictureTraits {
  contrasts: LineContrast[]
  /** The most frequent colors, the most frequent first. */
  colors: MainColor[]
  /** Perceptual hash (`picture-hash.ts`). */
  hash: string
  /** Null if the logo was not searched for, or if that cannot be told. */
  hasLogo: boolean | null
}

/** A picture, or a page of a PDF file, as it was read. */
export interface ReadPage extends Pick<ReadFile, 'width' | 'height' | 'words' | 'page'> {
  /** Undefined for pages of PDF files. */
  traits?: PictureTraits
}
