import { brand } from '@app/contracts/brand.ts'
import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { Secret, TOTP } from 'otpauth'

/** All authenticator apps support codes with this period and length (RFC 6238). */
const PERIOD_SECONDS = 30
const DIGITS = 6
/** Codes of one time step before and after the current step are also accepted, because clocks differ and typing takes time. */
export const WINDOW = 1

const totp = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: brand.name, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: PERIOD_SECONDS })

export const newSecret = (): string => new Secret({ size: 20 }).base32

export const secretFor = (email: string, secret: string): SecondFactorSecret => ({ secret, otpauthUrl: totp(secret, email).toString() })

export const timeStepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / PERIOD_SECONDS)

export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : timeStepAt(now) + delta
}
