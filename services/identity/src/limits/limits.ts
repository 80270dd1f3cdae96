import type { Limit } from '@app/chassis/limits/limiter.ts'
import * as Type from 'typebox'

const limit = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description }))

/**
 * Settings of the rate limits. The defaults are strict in production. Elsewhere the defaults are high enough for a test suite that sends
 * all its requests from one IP address.
 */
export const limitConfig = {
  RATE_SIGN_UPS_PER_MINUTE: limit('sign-ups of one client'),
  RATE_SIGN_UPS_PER_DAY: limit('sign-ups of one client'),
  RATE_UNVERIFIED_MAILS_PER_DAY: limit('welcome and verification emails to one mailbox without a confirmed account'),
  RATE_VERIFICATION_MAILS_PER_MINUTE: limit('verification emails to one mailbox'),
  RATE_VERIFICATION_MAILS_PER_HOUR: limit('verification emails to one mailbox, and requested by one client'),
  RATE_SIGN_INS_PER_MINUTE: limit('sign-in attempts of one client'),
  SIGN_IN_FREE_TRIES: limit('wrong passwords for one email address from one client before sign-ins are delayed'),
  RATE_STRANGERS_SIGN_INS_PER_HOUR: limit('sign-in attempts for one email address by all unknown clients together'),
  RATE_SECOND_FACTOR_TRIES_PER_HOUR: limit('wrong codes for one admin, from each known client, and from all other clients together'),
  RATE_RESET_MAILS_PER_HOUR: limit('reset emails to one email address, for each client, and for all unknown clients together'),
  RATE_RESET_REQUESTS_PER_HOUR: limit('reset requests of one client'),
  RATE_RESET_TRIES_PER_HOUR: limit('wrong reset codes from one client'),
  RATE_RESET_TRIES_IN_TOTAL_PER_HOUR: limit('wrong reset codes from all unknown clients together, for accounts with a valid code'),
}

type LimitName = keyof typeof limitConfig
type Limits = Record<LimitName, number>

const strict: Limits = {
  RATE_SIGN_UPS_PER_MINUTE: 5,
  RATE_SIGN_UPS_PER_DAY: 50,
  RATE_UNVERIFIED_MAILS_PER_DAY: 10,
  RATE_VERIFICATION_MAILS_PER_MINUTE: 1,
  RATE_VERIFICATION_MAILS_PER_HOUR: 5,
  RATE_SIGN_INS_PER_MINUTE: 20,
  SIGN_IN_FREE_TRIES: 5,
  RATE_STRANGERS_SIGN_INS_PER_HOUR: 60,
  RATE_SECOND_FACTOR_TRIES_PER_HOUR: 10,
  RATE_RESET_MAILS_PER_HOUR: 5,
  RATE_RESET_REQUESTS_PER_HOUR: 20,
  RATE_RESET_TRIES_PER_HOUR: 10,
  RATE_RESET_TRIES_IN_TOTAL_PER_HOUR: 3_000,
}

const wide: Limits = {
  RATE_SIGN_UPS_PER_MINUTE: 600,
  RATE_SIGN_UPS_PER_DAY: 1_000_000,
  RATE_UNVERIFIED_MAILS_PER_DAY: 1_000,
  RATE_VERIFICATION_MAILS_PER_MINUTE: 60,
  RATE_VERIFICATION_MAILS_PER_HOUR: 1_000,
  RATE_SIGN_INS_PER_MINUTE: 1_800,
  SIGN_IN_FREE_TRIES: 20,
  RATE_STRANGERS_SIGN_INS_PER_HOUR: 100_000,
  RATE_SECOND_FACTOR_TRIES_PER_HOUR: 1_000,
  RATE_RESET_MAILS_PER_HOUR: 100,
  RATE_RESET_REQUESTS_PER_HOUR: 2_000,
  RATE_RESET_TRIES_PER_HOUR: 2_000,
  RATE_RESET_TRIES_IN_TOTAL_PER_HOUR: 1_000_000,
}

const perMinute = (count: number): Limit => ({ count, seconds: 60 })
const perHour = (count: number): Limit => ({ count, seconds: 3_600 })
const perDay = (count: number): Limit => ({ count, seconds: 86_400 })

export function limitsOf(config: Partial<Limits> & { NODE_ENV: string }) {
  const defaults = config.NODE_ENV === 'production' ? strict : wide
  const countOf = (name: LimitName): number => config[name] ?? defaults[name]
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
