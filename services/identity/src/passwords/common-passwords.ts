import { createRequire } from 'node:module'
import type { dictionary } from '@zxcvbn-ts/language-common'

interface CommonPasswords {
  passwords: ReadonlySet<string>
  /** The 10,000 most common passwords. Attackers also try them with digits and special characters around them. */
  cores: ReadonlySet<string>
}

let common: CommonPasswords | undefined

/** Loads the 49,000 most common leaked passwords at the first call, because they take 4 MB of memory. */
function commonPasswords(): CommonPasswords {
  if (!common) {
    const module: { dictionary: typeof dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common')
    const leaked: readonly string[] = module.dictionary['passwords-common']
    common = { passwords: new Set(leaked), cores: new Set(leaked.slice(0, 10_000)) }
  }
  return common
}

const LETTERS: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', '5': 's', $: 's', '7': 't' }
const asLetters = (text: string): string => text.replace(/[@431!05$7]/g, (sign) => LETTERS[sign] ?? sign)

/** Removes the text before the first letter and after the last letter, which users often add to satisfy password rules. */
const coreOf = (text: string): string => /[a-z](?:.*[a-z])?/s.exec(text)?.[0] ?? ''

/** Whether a password is common, or a variant of one of the 10,000 most common passwords, such as `P@ssw0rd2026!`. */
export function isCommonPassword(password: string): boolean {
  const { passwords, cores } = commonPasswords()
  const typed = password.toLowerCase()
  const withoutSpecials = /[a-z\d](?:.*[a-z\d])?/s.exec(typed)?.[0] ?? ''
  if ([typed, withoutSpecials, asLetters(typed)].some((text) => passwords.has(text))) return true
  return [coreOf(typed), asLetters(coreOf(typed)), coreOf(asLetters(withoutSpecials))].some((text) => cores.has(text))
}
