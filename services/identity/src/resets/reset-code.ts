import { createHmac, randomInt } from 'node:crypto'
import { normalizeResetCode, RESET_CODE_ALPHABET, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'

export const RESET_CODE_LIFE_MS = 15 * 60_000

export const makeResetCode = (): string =>
  Array.from({ length: RESET_CODE_LENGTH }, () => RESET_CODE_ALPHABET[randomInt(RESET_CODE_ALPHABET.length)]).join('')

/** Five characters are soon tried out against a plain hash, so it is keyed. */
export const hashResetCode = (secret: string, code: string): string =>
  createHmac('sha256', secret).update(normalizeResetCode(code)).digest('base64url')
