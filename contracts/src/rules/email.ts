const shape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const EMAIL_INVALID = 'Please enter a valid email address'

/** Non-space text, an at-sign, text, a dot, text; at most 254 characters (RFC 5321). */
export const isEmail = (value: string): boolean => value.length <= 254 && shape.test(value)

/** The form in which addresses are compared: they are unique without regard to case. */
export const normalizeEmail = (value: string): string => value.trim().toLowerCase()
