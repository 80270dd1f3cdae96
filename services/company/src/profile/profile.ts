import { AppError } from '@app/chassis/http/errors.ts'
import {
  brandImageFields,
  COLOR_DEFAULT,
  type CompanyProfile,
  type OwnProfile,
  type ProfileTextField,
  profileTextFields,
} from '@app/contracts/http/company.ts'
import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'
import { checkProfile, PROFILE_REQUIRED } from '@app/contracts/rules/company.ts'
import type { Company } from './companies.repository.ts'

export type ProfileTexts = Record<ProfileTextField, string>
export type ProfileImages = Pick<Company, 'logo' | (typeof brandImageFields)[number]>

const defaults: Partial<ProfileTexts> = { color1: COLOR_DEFAULT, color2: COLOR_DEFAULT, color3: COLOR_DEFAULT, timeZone: DEFAULT_TIMEZONE }

export interface ProfileReply {
  companyProfile: OwnProfile
  message: string
}
export const PROFILE_UPDATED = 'Company profile updated successfully!'

export const profileNotFound = (): AppError => new AppError('no-company-profile', 'not-found', 'Company profile not found')

/** Fields that are not in `given` keep their current text. */
export function mergeTexts(current: ProfileTexts, given: Partial<ProfileTexts>): ProfileTexts {
  const textOf = (field: ProfileTextField): string => given[field]?.trim() ?? current[field]
  return Object.fromEntries(profileTextFields.map((field) => [field, textOf(field) || (defaults[field] ?? '')])) as ProfileTexts
}

/** Throws 422 with all missing and invalid fields. */
export function assertComplete(profile: ProfileTexts & Pick<ProfileImages, 'logo'>): void {
  const errors = checkProfile(profile)
  if (!profile.logo) errors.push({ field: 'logo', message: 'Company logo is required' })
  const first = errors[0]
  if (!first) return
  const missing = errors.some(({ field }) => !profile[field as keyof typeof profile])
  throw new AppError('refused', 'refused', missing ? PROFILE_REQUIRED : first.message, { errors })
}

export function toProfile(company: Company, publicUrl: (key: string) => string): CompanyProfile {
  const urlOf = (key: string | null): string | null => key && publicUrl(key)
  const texts = Object.fromEntries(profileTextFields.map((field) => [field, company[field]])) as ProfileTexts
  const images = Object.fromEntries(brandImageFields.map((field) => [field, urlOf(company[field])])) as Omit<ProfileImages, 'logo'>
  return {
    _id: company.id,
    ...texts,
    logo: urlOf(company.logo),
    ...images,
    gsapi: company.gsapi,
    version: company.version,
    createdAt: company.created_at,
    updatedAt: company.updated_at,
  }
}
