import { AppError, type FieldError } from '@app/chassis/http/errors.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'

export interface ContactForm {
  first_name: string
  last_name: string
  mail: string
  mobile?: string
  message?: string
}

/** Characters that Reply-To must not contain, because they have a special meaning in email headers. */
const unfitForReply = /[\p{Cc}<>()[\]\\,;:"]/u

/**
 * Trims the fields, and converts names and the mobile number to one line. Throws 422 if a name is missing, or if the email address cannot
 * be used as Reply-To. The error contains all invalid fields.
 */
export function checkedContact(form: ContactForm): Required<ContactForm> {
  const contact = {
    first_name: oneLine(form.first_name, 100),
    last_name: oneLine(form.last_name, 100),
    mail: form.mail.trim(),
    mobile: oneLine(form.mobile ?? '', 30),
    message: form.message?.trim() ?? '',
  }
  const errors: FieldError[] = []
  if (isBlank(contact.first_name)) errors.push({ field: 'first_name', message: 'Please enter your first name' })
  if (isBlank(contact.last_name)) errors.push({ field: 'last_name', message: 'Please enter your last name' })
  if (!isEmail(contact.mail) || unfitForReply.test(contact.mail)) errors.push({ field: 'mail', message: EMAIL_INVALID })
  const [first] = errors
  if (first) throw new AppError('refused', 'refused', first.message, { errors })
  return contact
}
