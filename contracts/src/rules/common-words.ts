/**
 * Words of the most common passwords, as users type them with capitals, digits and special characters around them. The browser checks only
 * these words. The service `identity` checks a list of 49,000 passwords.
 */
const words: ReadonlySet<string> = new Set(
  (
    'password passwort letmein welcome qwerty qwertyuiop asdfgh zxcvbnm admin access secret master changeme whatever hello test login ' +
    'business company computer internet freedom iloveyou sunshine princess superman batman starwars dragon monkey shadow mustang ' +
    'baseball football soccer hockey yankees summer winter spring autumn january michael jennifer jordan daniel andrew thomas charlie ' +
    'robert joshua jessica michelle ashley amanda nicole matthew william hunter ginger maggie pepper cookie cheese diamond chelsea'
  ).split(' '),
)

const LETTERS: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', '5': 's', $: 's', '7': 't' }

/** Replaces digits and special characters that users type instead of letters: "p@ssw0rd" becomes "password". */
export const asLetters = (text: string): string => text.replace(/[@431!05$7]/g, (sign) => LETTERS[sign] ?? sign)

/** Removes the text before the first letter and after the last letter, which users often add to satisfy password rules. */
export const coreOf = (text: string): string => /[a-z](?:.*[a-z])?/s.exec(text)?.[0] ?? ''

/** Returns the words in a password that may be common, without what surrounds them. `typed` is in lower case. */
export function coresOf(typed: string): string[] {
  const withoutSpecials = /[a-z\d](?:.*[a-z\d])?/s.exec(typed)?.[0] ?? ''
  return [coreOf(typed), asLetters(coreOf(typed)), coreOf(asLetters(withoutSpecials))]
}

/** Whether a password is one of the most common words, or a variant of it, such as `P@ssw0rd2026!`. */
export const isCommonWord = (password: string): boolean => coresOf(password.toLowerCase()).some((core) => words.has(core))
