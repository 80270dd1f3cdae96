const LONGEST = 254

/** The shape that the forms require. Bounded: 254 characters, which hasEmailShape checks first. */
const shape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Nothing that delimits or quotes in a mail's header, nothing that is not seen. */
const word = String.raw`[^\s@<>()[\]\\,;:"\p{C}.]+`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const address = new RegExp(String.raw`^${word}(?:\.${word})*@(?:${label}\.)+(?!\d+$)${label}$`, 'u')

export const EMAIL_INVALID = 'Please enter a valid email address'

/** Non-space text, an at-sign, text, a dot, text; at most 254 characters (RFC 5321). */
export const hasEmailShape = (value: string): boolean => value.length <= LONGEST && shape.test(value)

/** An address that mail can be sent to: a dot-atom (RFC 5322), any script, at a domain name. Quoted and bare-IP forms are none. */
export const isEmail = (value: string): boolean => hasEmailShape(value) && address.test(value)

/** The form in which addresses are compared: they are unique without regard to case. */
export const normalizeEmail = (value: string): string => value.trim().toLowerCase()
