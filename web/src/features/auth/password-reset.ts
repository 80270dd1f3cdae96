import { isEmail } from '@app/contracts/rules/email.ts'
import { tabValues } from '../../shared/browser/storage.ts'

const EMAIL = 'resetEmail'
const TOKEN = 'resetToken'

export interface ResetSession {
  email: string | null
  token: string | null
}

export const readReset = (): ResetSession => ({ email: tabValues.get(EMAIL), token: tabValues.get(TOKEN) })

export function startReset(email: string): void {
  tabValues.set(EMAIL, email)
  tabValues.remove(TOKEN)
}

export const keepResetCode = (code: string) => tabValues.set(TOKEN, code)
export const dropResetCode = (): void => tabValues.remove(TOKEN)

export function endReset(): void {
  tabValues.remove(EMAIL)
  tabValues.remove(TOKEN)
}

/** An email address has at most 254 characters. Percent-encoding turns each character into at most 9 characters: 254 × 9 = 2286. */
const fragmentShape = /^#email=([^&]{1,2286})$/

/** Returns the email address in the fragment of the emailed link (`#email=ann%40bakery.example`), if the address is valid. */
export function emailInFragment(fragment: string): string | undefined {
  const encoded = fragmentShape.exec(fragment)?.[1]
  if (!encoded) return undefined
  try {
    const email = decodeURIComponent(encoded)
    return isEmail(email) ? email : undefined
  } catch {
    // The percent-encoding is malformed.
    return undefined
  }
}
