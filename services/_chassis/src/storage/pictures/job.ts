import type { Buffer } from 'node:buffer'
import type { Job } from '../../work/job-processes/messages.ts'

/**
 * The results of a job. `web`: the picture for browsers. `mail`: the picture for email apps. `copies`: two small JPEGs for previews.
 * `check`: no picture, only the check that the picture can be decoded.
 */
export type PictureUse = 'web' | 'mail' | 'copies' | 'check'

/** A job of a picture process. Its input is the picture. */
export interface PictureJob extends Job {
  use: PictureUse
}

export interface WrittenPicture {
  /** Dimensions of the upright original for `copies`, of the written picture otherwise. */
  width: number
  height: number
  contentType: string
  /** The written picture, or the display copy and the thumbnail. Empty for `check`. */
  pictures: Buffer[]
}
