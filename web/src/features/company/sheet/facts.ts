import { telUrl } from '@app/contracts/format/phone.ts'
import type { ProfileTextField } from '@app/contracts/http/company.ts'

interface FactGroup {
  title: string
  fields: readonly ProfileTextField[]
}

export const factGroups: readonly FactGroup[] = [
  { title: 'Identity', fields: ['companyName', 'dba', 'fedraltaxid', 'industry'] },
  { title: 'Contact', fields: ['email', 'phone', 'website'] },
  { title: 'Address', fields: ['address1', 'address2', 'city', 'state', 'zip', 'country', 'timeZone'] },
  { title: 'Social links', fields: ['linkedin', 'facebook', 'insta', 'x', 'youtube'] },
]

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Returns the link target of a field: mailto:, tel: or a web address. Returns `undefined` for plain text and for other URL schemes. */
export function addressIn(field: ProfileTextField, value: string): string | undefined {
  if (field === 'email') return value && `mailto:${value}`
  if (field === 'phone') return value && telUrl(value)
  return isWebAddress(value) ? value : undefined
}
