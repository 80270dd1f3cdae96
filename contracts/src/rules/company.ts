import { isBlank } from './blank.ts'
import { DEFAULT_TIMEZONE } from './business-dates.ts'
import { EMAIL_INVALID, isEmail } from './email.ts'
import { isTimeZone } from './time-zones.ts'

export const PHONE_MAX = 13
export const PROFILE_REQUIRED = 'Please fill in all required fields'
const TIME_ZONE_UNKNOWN = 'Choose a time zone from the list'

/** Returns the time zone of a profile. The default if the profile has none, or is not known yet. */
export const timeZoneOf = ({ timeZone }: { timeZone?: string }): string => (timeZone && isTimeZone(timeZone) ? timeZone : DEFAULT_TIMEZONE)

export const requiredProfileFields = {
  companyName: 'Company name is required',
  industry: 'Industry is required',
  email: 'Email is required',
  phone: 'Phone number is required',
} as const

interface Faulty {
  companyName: string
  industry: string
  email: string
  phone: string
  timeZone: string
}

export function checkProfile(profile: Faulty): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = []
  for (const [field, message] of Object.entries(requiredProfileFields)) {
    if (isBlank(profile[field as keyof Faulty])) faults.push({ field, message })
  }
  if (profile.email.trim() && !isEmail(profile.email.trim())) faults.push({ field: 'email', message: EMAIL_INVALID })
  if (profile.phone.length > PHONE_MAX) faults.push({ field: 'phone', message: `Phone number is at most ${PHONE_MAX} characters` })
  if (profile.timeZone && !isTimeZone(profile.timeZone)) faults.push({ field: 'timeZone', message: TIME_ZONE_UNKNOWN })
  return faults
}
