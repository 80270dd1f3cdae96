/** The image of a step. */
export interface Attachment {
  /** As it was uploaded. */
  name: string
  /** Media type, told by its bytes. */
  type: string
  /** Bytes. */
  size: number
  /** Its public address, once it is stored. */
  url: string | null
  read(): Promise<Buffer>
}

/** Larger ones are fetched when the mail is read: relays and mailboxes refuse large mails. */
const INLINE_MAX_BYTES = 1024 * 1024

/** Where an image stands: within the mail and shown, at its address, or as a file, since mail programs don't show SVG. */
export function placeOf({ type, size, url }: Pick<Attachment, 'type' | 'size' | 'url'>): 'inline' | 'attached' | { url: string } {
  if (size > INLINE_MAX_BYTES && url) return { url }
  return type === 'image/svg+xml' ? 'attached' : 'inline'
}
