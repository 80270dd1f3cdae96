import { isCommonWord } from './common-words.ts'

export const PASSWORD_INVALID = 'Password does not meet security requirements'
export const PASSWORD_COMMON = 'This password is too easy to guess. Please choose another one.'
export const PASSWORD_MIN = 8
/** Limits the cost of hashing. argon2 accepts longer passwords. */
export const PASSWORD_MAX = 200

const SPECIAL_CHARACTERS = '!@#$%^&*(),.?":{}|<>'
const SPECIAL_LABEL = `One special character: ${SPECIAL_CHARACTERS}`

const rules = [
  { id: 'length', label: 'At least 8 characters', holds: (p: string) => p.length >= PASSWORD_MIN },
  { id: 'upper', label: 'One uppercase letter', holds: (p: string) => /[A-Z]/.test(p) },
  { id: 'lower', label: 'One lowercase letter', holds: (p: string) => /[a-z]/.test(p) },
  { id: 'digit', label: 'One number', holds: (p: string) => /\d/.test(p) },
  { id: 'common', label: 'Not a common word or name', holds: (p: string) => !isCommonWord(p) },
  { id: 'special', label: SPECIAL_LABEL, holds: (p: string) => [...p].some((character) => SPECIAL_CHARACTERS.includes(character)) },
] as const

/** Returns the rules for the checklist, each with whether it is met. The rule about common words is listed only if it is not met. */
export const checkPassword = (password: string) =>
  rules.map(({ id, label, holds }) => ({ id, label, met: holds(password) })).filter(({ id, met }) => id !== 'common' || !met)

export const isPasswordValid = (password: string): boolean => password.length <= PASSWORD_MAX && rules.every((rule) => rule.holds(password))

/**
 * Returns the message for an invalid password. If only the special character is missing, the message lists the accepted ones. A common
 * password has its own message.
 */
export function passwordFault(password: string): string | undefined {
  if (isPasswordValid(password)) return undefined
  const unmet = checkPassword(password).filter(({ met }) => !met)
  if (unmet.length === 0) return `${PASSWORD_INVALID}: use at most ${PASSWORD_MAX} characters.`
  const [only, ...others] = unmet
  if (only?.id === 'common' && others.length === 0) return PASSWORD_COMMON
  const lacksSpecialOnly = only?.id === 'special' && others.length === 0
  return lacksSpecialOnly ? `${PASSWORD_INVALID}: add one of ${SPECIAL_CHARACTERS}` : PASSWORD_INVALID
}
