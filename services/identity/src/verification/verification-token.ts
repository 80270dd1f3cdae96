import { createHash, randomBytes } from 'node:crypto'

const DAY_MS = 86_400_000
export const VERIFICATION_LIFE_MS = 7 * DAY_MS

export const newVerificationToken = (): string => randomBytes(32).toString('base64url')

/** A plain hash is sufficient, because a token has 256 random bits. */
export const hashVerificationToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
