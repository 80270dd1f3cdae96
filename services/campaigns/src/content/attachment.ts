export interface Attachment {
  name: string
  type: string
  /** Size in bytes. */
  size: number
  /** Absolute URL, because emails contain it. */
  url: string | null
  read(): Promise<Buffer>
}

/** Images of more than this size are linked instead of included, because mail relays and mailbox providers refuse large emails. */
const INLINE_MAX_BYTES = 1024 * 1024

/** Returns how an email contains an image. Large images are linked. */
export const placementOf = ({ size, url }: Pick<Attachment, 'size' | 'url'>): 'inline' | { url: string } =>
  size > INLINE_MAX_BYTES && url ? { url } : 'inline'

/** Returns the text that email apps show in place of an image: its file name, without the extension. */
export const alternativeTextOf = (name: string): string => name.replace(/\.[^.]+$/, '')
