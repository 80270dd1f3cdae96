import type { ProfileTextField } from '@app/contracts/http/company.ts'

interface FactGroup {
  title: string
  fields: readonly ProfileTextField[]
}

/** What is told of a company besides its brand. */
export const factGroups: readonly FactGroup[] = [
  { title: 'Identity', fields: ['companyName', 'dba', 'fedraltaxid', 'industry'] },
  { title: 'Contact', fields: ['email', 'phone', 'website'] },
  { title: 'Address', fields: ['address1', 'address2', 'city', 'state', 'zip', 'country'] },
  { title: 'Social links', fields: ['linkedin', 'facebook', 'insta', 'x', 'youtube'] },
]

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Where a field's value leads; undefined for what are words alone, as is an address of another kind than the web's. */
export function addressIn(field: ProfileTextField, value: string): string | undefined {
  if (field === 'email') return value && `mailto:${value}`
  if (field === 'phone') return value && `tel:${value.replaceAll(/[^+\d]/g, '')}`
  return isWebAddress(value) ? value : undefined
}
