export const PASSWORD_INVALID = 'Password does not meet security requirements'
export const PASSWORD_MIN = 8
/** argon2 takes longer input, but nobody types it; a bound keeps hashing cheap. */
export const PASSWORD_MAX = 200

const rules = [
  { id: 'length', label: 'At least 8 characters', holds: (p: string) => p.length >= PASSWORD_MIN },
  { id: 'upper', label: 'One uppercase letter', holds: (p: string) => /[A-Z]/.test(p) },
  { id: 'lower', label: 'One lowercase letter', holds: (p: string) => /[a-z]/.test(p) },
  { id: 'digit', label: 'One number', holds: (p: string) => /\d/.test(p) },
  { id: 'special', label: 'One special character', holds: (p: string) => /[!@#$%^&*(),.?":{}|<>]/.test(p) },
] as const

/** The live checklist: each rule with whether it holds. */
export const checkPassword = (password: string) => rules.map(({ id, label, holds }) => ({ id, label, met: holds(password) }))

export const isPasswordValid = (password: string): boolean => password.length <= PASSWORD_MAX && rules.every((rule) => rule.holds(password))
