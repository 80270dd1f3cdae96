import type { Limit } from '@app/chassis/limits/limiter.ts'
import * as Type from 'typebox'

/** Returns a setting of a rate limit, and its defaults in production and elsewhere. */
const limit = (production: number, elsewhere: number, description: string) => ({
  production,
  elsewhere,
  schema: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description })),
})

/**
 * Settings of the rate limits. The defaults are strict in production. Elsewhere the defaults are high enough for a test suite that sends
 * all its requests from one IP address.
 */
const settings = {
  RATE_SIGN_UPS_PER_MINUTE: limit(5, 600, 'sign-ups of one client'),
  RATE_SIGN_UPS_PER_DAY: limit(50, 1_000_000, 'sign-ups of one client'),
  RATE_UNVERIFIED_MAILS_PER_DAY: limit(10, 1_000, 'welcome and verification emails to one mailbox without a confirmed account'),
  RATE_VERIFICATION_MAILS_PER_MINUTE: limit(1, 60, 'verification emails to one mailbox'),
  RATE_VERIFICATION_MAILS_PER_HOUR: limit(5, 1_000, 'verification emails to one mailbox, and requested by one client'),
  RATE_SIGN_INS_PER_MINUTE: limit(20, 1_800, 'sign-in attempts of one client'),
  SIGN_IN_FREE_TRIES: limit(5, 20, 'wrong passwords for one email address from one client before sign-ins are delayed'),
  RATE_STRANGERS_SIGN_INS_PER_HOUR: limit(60, 100_000, 'sign-in attempts for one email address by all unknown clients together'),
  RATE_SECOND_FACTOR_TRIES_PER_HOUR: limit(
    10,
    1_000,
    'wrong codes for one admin, from each known client, and from all other clients together',
  ),
  RATE_RESET_MAILS_PER_HOUR: limit(5, 100, 'reset emails to one email address, for each client, and for all unknown clients together'),
  RATE_RESET_REQUESTS_PER_HOUR: limit(20, 2_000, 'reset requests of one client'),
  RATE_RESET_TRIES_PER_HOUR: limit(10, 2_000, 'wrong reset codes from one client'),
  RATE_RESET_TRIES_IN_TOTAL_PER_HOUR: limit(
    3_000,
    1_000_000,
    'wrong reset codes from all unknown clients together, for accounts with a valid code',
  ),
}

type LimitName = keyof typeof settings

export const limitConfig = Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as {
  [Name in LimitName]: (typeof settings)[Name]['schema']
}

const perMinute = (count: number): Limit => ({ count, seconds: 60 })
const perHour = (count: number): Limit => ({ count, seconds: 3_600 })
const perDay = (count: number): Limit => ({ count, seconds: 86_400 })

export function limitsOf(config: Partial<Record<LimitName, number>> & { NODE_ENV: string }) {
  const place = config.NODE_ENV === 'production' ? 'production' : 'elsewhere'
  const countOf = (name: LimitName): number => config[name] ?? settings[name][place]
  return {
    signUps: perMinute(countOf('RATE_SIGN_UPS_PER_MINUTE')),
    signUpsADay: perDay(countOf('RATE_SIGN_UPS_PER_DAY')),
    unverifiedMails: perDay(countOf('RATE_UNVERIFIED_MAILS_PER_DAY')),
    verificationMailsAMinute: perMinute(countOf('RATE_VERIFICATION_MAILS_PER_MINUTE')),
    verificationMails: perHour(countOf('RATE_VERIFICATION_MAILS_PER_HOUR')),
    signIns: perMinute(countOf('RATE_SIGN_INS_PER_MINUTE')),
    freeTries: countOf('SIGN_IN_FREE_TRIES'),
    unknownClientSignIns: perHour(countOf('RATE_STRANGERS_SIGN_INS_PER_HOUR')),
    secondFactorTries: perHour(countOf('RATE_SECOND_FACTOR_TRIES_PER_HOUR')),
    resetMails: perHour(countOf('RATE_RESET_MAILS_PER_HOUR')),
    resetRequests: perHour(countOf('RATE_RESET_REQUESTS_PER_HOUR')),
    resetTries: perHour(countOf('RATE_RESET_TRIES_PER_HOUR')),
    resetTriesInTotal: perHour(countOf('RATE_RESET_TRIES_IN_TOTAL_PER_HOUR')),
  }
}

export type IdentityLimits = ReturnType<typeof limitsOf>
