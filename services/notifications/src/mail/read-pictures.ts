import type { Logger } from '@app/chassis/logging/logger.ts'
import { type Attachment, contentIdOf } from '@app/chassis/mail/message.ts'
import type { PublicFiles } from '@app/chassis/storage/public-files.ts'
import { SNIFF_BYTES, sniff } from '@app/chassis/storage/sniff.ts'
import type { MailPart } from '@app/contracts/http/mail-content.ts'

export type Picture = Extract<MailPart, { kind: 'picture' }>

/**
 * Limits in bytes: of one picture, and of all pictures of an email together. A thumbnail usually has 10 to 40 kB. Base64 makes the pictures
 * larger, but all pictures of an email still have less than 1 MB.
 */
const PICTURE_MAX = 200_000
const PICTURES_MAX = 700_000

/** Types of pictures that all common email apps show. */
const SHOWN_TYPES: ReadonlySet<string | undefined> = new Set(['image/jpeg', 'image/png', 'image/gif'])

interface ReadPictures {
  attachments: Attachment[]
  /** Pictures that the email cannot show: they are missing, too large, or of another type. */
  omitted: Picture[]
}

async function toAttachment(picture: Picture, content: Buffer | undefined): Promise<(Attachment & { content: Buffer }) | undefined> {
  const contentType = content && (await sniff(content.subarray(0, SNIFF_BYTES), 'image'))
  if (!content || !contentType || !SHOWN_TYPES.has(contentType)) return undefined
  return { fileName: picture.fileName, contentType, content, contentId: contentIdOf(picture.key) }
}

interface Reading {
  files: PublicFiles
  log: Logger
  signal: AbortSignal
}

/** Reads the pictures of an email from the file store. Undefined if the store is unavailable. */
export async function readPictures({ files, log, signal }: Reading, pictures: readonly Picture[]): Promise<ReadPictures | undefined> {
  const contents = await Promise.all(pictures.map(({ key }) => files.read(key, PICTURE_MAX, signal))).catch((err: unknown) => {
    log.warn({ err }, 'the pictures of an email could not be read')
  })
  if (!contents) return undefined
  const read: ReadPictures = { attachments: [], omitted: [] }
  let bytes = 0
  for (const [at, picture] of pictures.entries()) {
    const attachment = await toAttachment(picture, contents[at])
    if (attachment && bytes + attachment.content.length <= PICTURES_MAX) {
      bytes += attachment.content.length
      read.attachments.push(attachment)
    } else read.omitted.push(picture)
  }
  return read
}
