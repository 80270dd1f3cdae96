import { COLOR_DEFAULT, type CompanyProfile } from '@app/contracts/http/company.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import type { CheckedCompany } from './types.ts'

const texts = [
  'companyName',
  'dba',
  'email',
  'phone',
  'website',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'fontfamily',
] as const satisfies readonly (keyof CheckedCompany & keyof CompanyProfile)[]

/** Returns the fields of a profile that the checks use. A profile that an earlier release has stored may lack some. */
export const checkedCompanyOf = (profile: Partial<CompanyProfile>): CheckedCompany => ({
  ...recordOf(texts, (name) => profile[name] ?? ''),
  colors: [profile.color1, profile.color2, profile.color3].flatMap((color) =>
    color && color.toLowerCase() !== COLOR_DEFAULT ? color.toLowerCase() : [],
  ),
  social: [profile.linkedin, profile.facebook, profile.insta, profile.x, profile.youtube].flatMap((url) => url || []),
})
