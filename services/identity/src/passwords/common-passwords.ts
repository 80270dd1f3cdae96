import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 passwords that leaks show most often, the commonest first. */
const leaked: readonly string[] = dictionary['passwords-common']
const passwords = new Set(leaked)
/** With digits and specials around them the commonest are still what is tried first; rarer ones are words like any other. */
const cores = new Set(leaked.slice(0, 10_000))

const LETTERS: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', '5': 's', $: 's', '7': 't' }
const asLetters = (text: string): string => text.replace(/[@431!05$7]/g, (sign) => LETTERS[sign] ?? sign)

/** The text from its first letter to its last: without the digits and symbols that password rules make people add. */
const coreOf = (text: string): string => /[a-z](?:.*[a-z])?/s.exec(text)?.[0] ?? ''

/** Whether a password stands on the lists that attackers try first, or is one of the commonest dressed up: `P@ssw0rd2026!`. */
export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase()
  const withoutSpecials = /[a-z\d](?:.*[a-z\d])?/s.exec(typed)?.[0] ?? ''
  if ([typed, withoutSpecials, asLetters(typed)].some((text) => passwords.has(text))) return true
  return [coreOf(typed), asLetters(coreOf(typed)), coreOf(asLetters(withoutSpecials))].some((text) => cores.has(text))
}
