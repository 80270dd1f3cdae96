import { withoutPicture } from '@app/chassis/mail/inline-picture.ts'
import { type Attachment, contentIdOf, type Message, mimeOf } from '@app/chassis/mail/message.ts'
import type { MailPart } from '@app/contracts/http/mail-content.ts'
import type { PreparedMail } from './prepare-mail.ts'
import type { Picture, readPictures } from './read-pictures.ts'

export const picturesOf = (parts: readonly MailPart[]): Picture[] => parts.filter((part) => part.kind === 'picture')

const filesOf = (parts: readonly MailPart[]): Attachment[] => parts.filter((part) => part.kind === 'file')

/** Returns the message of an email. Without pictures (`read` is undefined), the email shows their alternative texts. */
export function toMessage({ parts, ...mail }: PreparedMail, read: Awaited<ReturnType<typeof readPictures>>): Promise<Message> {
  const { attachments, omitted } = read ?? { attachments: [], omitted: picturesOf(parts) }
  const html = omitted.reduce((shown, { key }) => withoutPicture(shown, contentIdOf(key)), mail.html)
  return mimeOf({ ...mail, html, attachments: [...attachments, ...filesOf(parts)] })
}
