import { createHash, randomInt } from 'node:crypto'
import { RESET_CODE_ALPHABET } from '@app/contracts/rules/reset-code.ts'

const CODE_COUNT = 10
const GROUPS = 4
const GROUP_LENGTH = 4

export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()

/** A plain hash is sufficient, because each code has 72 random bits. */
export const hashRecoveryCode = (code: string): string => createHash('sha256').update(normalizeCode(code)).digest('base64url')

const group = (): string => Array.from({ length: GROUP_LENGTH }, () => RESET_CODE_ALPHABET[randomInt(RESET_CODE_ALPHABET.length)]).join('')

/** Creates ten recovery codes such as `KWT4-9QHM-3RFA-XD7E`, from characters that do not look alike. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: CODE_COUNT }, () => Array.from({ length: GROUPS }, group).join('-'))
