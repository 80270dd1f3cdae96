import type { Buffer } from 'node:buffer'

/**
 * The results of a job. `web`: the picture for browsers. `mail`: the picture for email apps. `copies`: two small JPEGs for previews.
 * `check`: no picture, only the check that the picture can be decoded.
 */
export type PictureUse = 'web' | 'mail' | 'copies' | 'check'

/** A job of a picture process. The process reads the picture, `bytes` long, from its standard input. */
export interface PictureJob {
  bytes: number
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

/** Message of a picture process. `ready`: the process has started. `problem`: users see this message. */
export type PictureReply =
  | { kind: 'ready' }
  | { kind: 'written'; written: WrittenPicture; rss: number }
  | { kind: 'problem'; problem: string; rss: number }
