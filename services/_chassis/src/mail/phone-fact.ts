import type { Fact } from '@app/chassis/mail/draft.ts'
import { formatPhone } from '@app/contracts/format/phone.ts'
import { compactPhone } from '@app/contracts/rules/phone.ts'

/** Returns a line with a phone number. Phones dial the number when the recipient presses it, unless it has an extension or other text. */
export function phoneFact(label: string, phone: string): Fact {
  const digits = compactPhone(phone)
  const shown = formatPhone(phone)
  return digits ? [label, shown, `tel:${digits}`] : [label, shown]
}
