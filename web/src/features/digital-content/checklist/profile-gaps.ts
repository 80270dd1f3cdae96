import { brandImageFields, type CompanyProfile, hasOwnColors, type ProfileTextField } from '@app/contracts/http/company.ts'

interface ProfileItem {
  label: string
  /** Name of the field that the item leads to. */
  field: ProfileTextField | 'logo' | 'brandRelateImage1'
  isDone: (profile: CompanyProfile) => boolean
}

const isFilledIn = (profile: CompanyProfile, fields: readonly ProfileTextField[]): boolean => fields.some((field) => profile[field] !== '')

/** The optional parts of a company profile that help the admins to design posts. */
const items: readonly ProfileItem[] = [
  { label: 'Add your logo', field: 'logo', isDone: ({ logo }) => Boolean(logo) },
  { label: 'Add brand colors', field: 'color1', isDone: hasOwnColors },
  { label: 'Add your font', field: 'fontfamily', isDone: (profile) => isFilledIn(profile, ['fontfamily']) },
  { label: 'Add brand pictures', field: 'brandRelateImage1', isDone: (profile) => brandImageFields.some((field) => profile[field]) },
  { label: 'Add your website', field: 'website', isDone: (profile) => isFilledIn(profile, ['website']) },
  { label: 'Add your address', field: 'address1', isDone: (profile) => isFilledIn(profile, ['address1', 'city', 'zip']) },
  {
    label: 'Add social links',
    field: 'linkedin',
    isDone: (profile) => isFilledIn(profile, ['linkedin', 'facebook', 'insta', 'x', 'youtube']),
  },
  { label: 'Add your trade name or tax ID', field: 'dba', isDone: (profile) => isFilledIn(profile, ['dba', 'fedraltaxid']) },
]

export const PROFILE_ITEMS = items.length

/** Returns the items that a company profile does not contain yet. */
export const gapsIn = (profile: CompanyProfile): readonly ProfileItem[] => items.filter(({ isDone }) => !isDone(profile))
