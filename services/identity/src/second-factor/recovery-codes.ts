import { createHash, randomInt } from 'node:crypto'
import { RESET_CODE_ALPHABET } from '@app/contracts/rules/reset-code.ts'

const HOW_MANY = 10
const GROUPS = 4
const GROUP_LENGTH = 4

/** Codes are compared without regard to case, spaces and hyphens. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()

/** With 72 bits of chance in each, a plain hash keeps them. */
export const hashRecoveryCode = (code: string): string => createHash('sha256').update(normalizeCode(code)).digest('base64url')

const group = (): string => Array.from({ length: GROUP_LENGTH }, () => RESET_CODE_ALPHABET[randomInt(RESET_CODE_ALPHABET.length)]).join('')

/** Such as `KWT4-9QHM-3RFA-XD7E`, of characters that are not mistaken for each other. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: HOW_MANY }, () => Array.from({ length: GROUPS }, group).join('-'))
