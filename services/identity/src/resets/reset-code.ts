import { createHmac } from 'node:crypto'
import { normalizeResetCode, RESET_CODE_ALPHABET, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'

/** Life of a code after the last email that contains it. */
export const RESET_CODE_LIFE_MS = 15 * 60_000
/** A code that is requested again within this time is sent again, so that other clients cannot invalidate it. */
export const RESEND_WITHIN_MS = 10 * 60_000
/** Maximum life of a code after the first email that contains it. */
export const LONGEST_CODE_LIFE_MS = RESET_CODE_LIFE_MS + RESEND_WITHIN_MS

const CODES = BigInt(RESET_CODE_ALPHABET.length ** RESET_CODE_LENGTH)

/** Derives the code from the id of a row in `reset_codes`. The code itself is not stored. */
export function resetCodeOf(secret: string, id: string): string {
  const digest = createHmac('sha256', secret).update(`code ${id}`).digest()
  // The modulo bias is negligible. The number has 64 bits for six million codes, so the probabilities differ by less than one in 10¹².
  let number = digest.readBigUInt64BE() % CODES
  let code = ''
  for (let i = 0; i < RESET_CODE_LENGTH; i++) {
    code += RESET_CODE_ALPHABET[Number(number % BigInt(RESET_CODE_ALPHABET.length))]
    number /= BigInt(RESET_CODE_ALPHABET.length)
  }
  return code
}

/** Uses an HMAC, because a plain hash of five characters could be reversed with a list of all codes. */
export const hashResetCode = (secret: string, code: string): string =>
  createHmac('sha256', secret).update(normalizeResetCode(code)).digest('base64url')
