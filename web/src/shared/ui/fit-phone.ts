import { compactPhone } from '@app/contracts/rules/phone.ts'

/** Removes formatting if the text has more than `max` characters. Returns undefined if digits or an extension would have to be removed. */
export function fitPhone(text: string, max: number): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length <= max) return trimmed
  const digits = compactPhone(trimmed)
  return digits !== undefined && digits.length <= max ? digits : undefined
}

export const phoneTooLong = (max: number): string => `This number has more than ${max} characters. Enter it without an extension.`
