const MAX_LENGTH = 254

/** The format that forms require. Bounded: 254 characters, which `hasEmailShape` checks first. */
const shape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A part of the local name: no characters that delimit or quote in email headers, and no invisible characters. */
const word = String.raw`[^\s@<>()[\]\\,;:"\p{C}.]+`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const address = new RegExp(String.raw`^${word}(?:\.${word})*@(?:${label}\.)+(?!\d+$)${label}$`, 'u')

export const EMAIL_INVALID = 'Please enter a valid email address'

/** Whether the value has the format text@text.text without spaces, and at most 254 characters (RFC 5321). */
export const hasEmailShape = (value: string): boolean => value.length <= MAX_LENGTH && shape.test(value)

/**
 * Whether email can be sent to the address: a dot-atom (RFC 5322), in any script, at a domain name. Quoted local parts and IP addresses are
 * rejected.
 */
export const isEmail = (value: string): boolean => hasEmailShape(value) && address.test(value)

/** Returns the form in which email addresses are compared: trimmed, in lower case. */
export const normalizeEmail = (value: string): string => value.trim().toLowerCase()
