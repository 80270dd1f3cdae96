import { createHmac } from 'node:crypto'
import { normalizeResetCode, RESET_CODE_ALPHABET, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'

/** From the mail that brought it. */
export const RESET_CODE_LIFE_MS = 15 * 60_000
/** A code younger than this is mailed again rather than replaced, so that nobody's request takes the code of another's mail away. */
export const RESEND_WITHIN_MS = 10 * 60_000
/** From its first mail, when it was mailed again at the last moment. */
export const LONGEST_CODE_LIFE_MS = RESET_CODE_LIFE_MS + RESEND_WITHIN_MS

const CODES = BigInt(RESET_CODE_ALPHABET.length ** RESET_CODE_LENGTH)

/** The code of a user and a nonce. It is worked out each time it is mailed, and stored nowhere. */
export function resetCodeOf(secret: string, userId: string, nonce: string): string {
  const digest = createHmac('sha256', secret).update(`${userId} ${nonce}`).digest()
  // 64 bits over six million codes: none is likelier than another by more than one in 10¹².
  let number = digest.readBigUInt64BE() % CODES
  let code = ''
  for (let i = 0; i < RESET_CODE_LENGTH; i++) {
    code += RESET_CODE_ALPHABET[Number(number % BigInt(RESET_CODE_ALPHABET.length))]
    number /= BigInt(RESET_CODE_ALPHABET.length)
  }
  return code
}

/** Five characters are soon tried out against a plain hash, so it is keyed. */
export const hashResetCode = (secret: string, code: string): string =>
  createHmac('sha256', secret).update(normalizeResetCode(code)).digest('base64url')
