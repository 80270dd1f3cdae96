import { isHexColour } from '@app/contracts/format/readable-text-color.ts'
import {
  type BrandImageField,
  brandImageFields,
  COLOR_DEFAULT,
  type ProfileTextField,
  profileTextFields,
} from '@app/contracts/http/company.ts'
import { checkProfile, PROFILE_REQUIRED } from '@app/contracts/rules/company.ts'
import { NOT_A_COLOUR } from '../../shared/ui/ColourField.tsx'
import { colourFields, type ImageField, imageFields } from './profile-fields.ts'
import { deviceTimeZone } from './time-zones.ts'

export type ProfileTexts = Record<ProfileTextField, string>
/** A newly chosen file, or the URL of the stored picture; '' if there is none. */
export type Picture = File | string
export type ProfileForm = ProfileTexts & Record<ImageField, Picture>

const LOGO_REQUIRED = 'Company logo is required'

const texts = Object.fromEntries(profileTextFields.map((name) => [name, ''])) as ProfileTexts
const pictures = Object.fromEntries(brandImageFields.map((name) => [name, ''])) as Record<BrandImageField, ''>

export const emptyProfile: ProfileForm = {
  ...texts,
  color1: COLOR_DEFAULT,
  color2: COLOR_DEFAULT,
  color3: COLOR_DEFAULT,
  timeZone: deviceTimeZone(),
  ...pictures,
  logo: '',
}

export const filesOf = (form: Record<ImageField, Picture>): Partial<Record<ImageField, File>> =>
  Object.fromEntries(imageFields.flatMap((name) => (form[name] instanceof File ? [[name, form[name]]] : [])))

export const textsOf = (form: ProfileForm): ProfileTexts =>
  Object.fromEntries(profileTextFields.map((name) => [name, form[name].trim()])) as ProfileTexts

export function faultsOf(form: ProfileForm): { field: ProfileTextField | 'logo'; message: string }[] {
  const faults = checkProfile(textsOf(form)) as { field: ProfileTextField; message: string }[]
  const logo = form.logo ? [] : [{ field: 'logo' as const, message: LOGO_REQUIRED }]
  const colours = colourFields.filter(({ name }) => !isHexColour(form[name].trim()))
  return [...faults, ...logo, ...colours.map(({ name }) => ({ field: name, message: NOT_A_COLOUR }))]
}

/**
 * Returns the toast message for invalid fields: the general message if a required field is empty, otherwise the first error. If `among` is
 * given, only these fields count.
 */
export function faultsText(form: ProfileForm, among?: ReadonlySet<string>): string {
  const faults = faultsOf(form).filter(({ field }) => !among || among.has(field))
  const missing = faults.some(({ field }) => (field === 'logo' ? !form.logo : !form[field].trim()))
  return missing ? PROFILE_REQUIRED : (faults[0]?.message ?? PROFILE_REQUIRED)
}
