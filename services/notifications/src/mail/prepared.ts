import type { Mail } from '@app/chassis/mail/message.ts'
import type { MailPart } from '@app/contracts/http/mail-content.ts'

/** An email whose pictures are not read yet. */
export type PreparedMail = Omit<Mail, 'attachments'> & { parts: readonly MailPart[] }

export interface Prepared {
  mail: PreparedMail
  /** Whether the email became obsolete after it was prepared. Absent if this need not be checked. */
  isObsolete?: () => Promise<boolean>
}
