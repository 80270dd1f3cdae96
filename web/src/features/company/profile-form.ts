import { type BrandImageField, brandImageFields, type ProfileTextField, profileTextFields } from '@app/contracts/http/company.ts'
import { COLOR_DEFAULT, checkProfile, PROFILE_REQUIRED } from '@app/contracts/rules/company.ts'
import { NOT_A_COLOUR } from '../../shared/ui/ColourField.tsx'
import { isHexColour } from '../../shared/ui/readable-text-color.ts'
import { colourFields, type ImageField, imageFields } from './profile-fields.ts'

export type ProfileTexts = Record<ProfileTextField, string>
/** A file that was chosen, or the address of the picture that is there; '' where there is none. */
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
  ...pictures,
  logo: '',
}

/** The files among its pictures, to be sent. */
export const filesOf = (form: Record<ImageField, Picture>): Partial<Record<ImageField, File>> =>
  Object.fromEntries(imageFields.flatMap((name) => (form[name] instanceof File ? [[name, form[name]]] : [])))

/** The text fields as they are sent and checked: without surrounding space. */
export const textsOf = (form: ProfileForm): ProfileTexts =>
  Object.fromEntries(profileTextFields.map((name) => [name, form[name].trim()])) as ProfileTexts

/** What keeps the form from being sent: a message for each field at fault. */
export function faultsOf(form: ProfileForm): { field: ProfileTextField | 'logo'; message: string }[] {
  const faults = checkProfile(textsOf(form)) as { field: ProfileTextField; message: string }[]
  const logo = form.logo ? [] : [{ field: 'logo' as const, message: LOGO_REQUIRED }]
  const colours = colourFields.filter(({ name }) => !isHexColour(form[name].trim()))
  return [...faults, ...logo, ...colours.map(({ name }) => ({ field: name, message: NOT_A_COLOUR }))]
}

/** The toast for faults: the specified sentence if anything is missing, else what is wrong. */
export function faultsText(form: ProfileForm): string {
  const faults = faultsOf(form)
  const missing = faults.some(({ field }) => (field === 'logo' ? !form.logo : !form[field].trim()))
  return missing ? PROFILE_REQUIRED : (faults[0]?.message ?? PROFILE_REQUIRED)
}
