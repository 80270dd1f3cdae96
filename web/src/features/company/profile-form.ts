import { type BrandImageField, brandImageFields, type ProfileTextField, profileTextFields } from '@app/contracts/http/company.ts'
import { COLOR_DEFAULT, checkProfile, PROFILE_REQUIRED } from '@app/contracts/rules/company.ts'

export type ProfileTexts = Record<ProfileTextField, string>
type ProfileFiles = Record<BrandImageField | 'logo', File | null>
export type ProfileForm = ProfileTexts & ProfileFiles

const LOGO_REQUIRED = 'Company logo is required'

const texts = Object.fromEntries(profileTextFields.map((name) => [name, ''])) as ProfileTexts
const files = Object.fromEntries(brandImageFields.map((name) => [name, null])) as Record<BrandImageField, null>

export const emptyProfile: ProfileForm = {
  ...texts,
  color1: COLOR_DEFAULT,
  color2: COLOR_DEFAULT,
  color3: COLOR_DEFAULT,
  ...files,
  logo: null,
}

/** The text fields as they are sent and checked: without surrounding space. */
export const textsOf = (form: ProfileForm): ProfileTexts =>
  Object.fromEntries(profileTextFields.map((name) => [name, form[name].trim()])) as ProfileTexts

/** What keeps the form from being sent: a message for each field at fault. */
export function faultsOf(form: ProfileForm): { field: ProfileTextField | 'logo'; message: string }[] {
  const faults = checkProfile(textsOf(form)) as { field: ProfileTextField; message: string }[]
  return form.logo ? faults : [...faults, { field: 'logo', message: LOGO_REQUIRED }]
}

/** The toast for faults: the specified sentence if anything is missing, else what is wrong. */
export function sayFaults(form: ProfileForm): string {
  const faults = faultsOf(form)
  const missing = faults.some(({ field }) => (field === 'logo' ? !form.logo : !form[field].trim()))
  return missing ? PROFILE_REQUIRED : (faults[0]?.message ?? PROFILE_REQUIRED)
}
