import { createRequire } from 'node:module'
import { asLetters, coresOf, isCommonWord } from '@app/contracts/rules/common-words.ts'
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

/** Whether a password is common, or a variant of one of the 10,000 most common ones (`P@ssw0rd2026!`), or one that the browser rejects. */
export function isCommonPassword(password: string): boolean {
  const { passwords, cores } = commonPasswords()
  const typed = password.toLowerCase()
  const withoutSpecials = /[a-z\d](?:.*[a-z\d])?/s.exec(typed)?.[0] ?? ''
  if ([typed, withoutSpecials, asLetters(typed)].some((text) => passwords.has(text))) return true
  return isCommonWord(password) || coresOf(typed).some((core) => cores.has(core))
}
