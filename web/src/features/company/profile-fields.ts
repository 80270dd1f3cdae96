import { isHexColour } from '@app/contracts/format/readable-text-color.ts'
import { brandImageFields, COLOR_DEFAULT, type ProfileTextField } from '@app/contracts/http/company.ts'
import { PHONE_MAX } from '@app/contracts/rules/company.ts'
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react'
import { profileLabels } from './profile-labels.ts'

export const imageFields = ['logo', ...brandImageFields] as const
export type ImageField = (typeof imageFields)[number]

export interface ProfileField {
  name: ProfileTextField
  label: string
  hint?: string
  required?: true
  type?: HTMLInputTypeAttribute
  autoComplete?: HTMLInputAutoCompleteAttribute
  placeholder?: string
  maxLength: number
}

export const companyFields: readonly ProfileField[] = [
  { name: 'companyName', label: profileLabels.companyName, required: true, autoComplete: 'organization', maxLength: 200 },
  { name: 'dba', label: 'DBA (doing business as)', maxLength: 200 },
  { name: 'fedraltaxid', label: 'Federal Tax ID / EIN', placeholder: '12-3456789', maxLength: 30 },
  { name: 'industry', label: 'Industry', required: true, maxLength: 200 },
]

export const contactFields: readonly ProfileField[] = [
  { name: 'email', label: 'Company Email', required: true, type: 'email', autoComplete: 'email', maxLength: 254 },
  { name: 'phone', label: 'Phone', required: true, type: 'tel', autoComplete: 'tel', maxLength: PHONE_MAX },
  { name: 'website', label: 'Website', type: 'url', autoComplete: 'url', placeholder: 'https://', maxLength: 500 },
]

export const streetFields: readonly ProfileField[] = [
  { name: 'address1', label: profileLabels.address1, autoComplete: 'address-line1', maxLength: 300 },
  { name: 'address2', label: profileLabels.address2, autoComplete: 'address-line2', maxLength: 300 },
  { name: 'city', label: 'City', autoComplete: 'address-level2', maxLength: 100 },
]

export const regionFields: readonly ProfileField[] = [
  { name: 'zip', label: profileLabels.zip, autoComplete: 'postal-code', maxLength: 20 },
  { name: 'country', label: 'Country', autoComplete: 'country-name', maxLength: 100 },
]

export const socialFields: readonly ProfileField[] = [
  { name: 'linkedin', label: 'LinkedIn', type: 'url', placeholder: 'https://www.linkedin.com/company/', maxLength: 500 },
  { name: 'facebook', label: 'Facebook', type: 'url', placeholder: 'https://www.facebook.com/', maxLength: 500 },
  { name: 'insta', label: 'Instagram', type: 'url', placeholder: 'https://www.instagram.com/', maxLength: 500 },
  { name: 'x', label: profileLabels.x, type: 'url', placeholder: 'https://x.com/', maxLength: 500 },
  { name: 'youtube', label: 'YouTube', type: 'url', placeholder: 'https://www.youtube.com/@', maxLength: 500 },
]

export const colourFields = [
  { name: 'color1', label: profileLabels.color1 },
  { name: 'color2', label: profileLabels.color2 },
  { name: 'color3', label: profileLabels.color3 },
] as const

/** Returns the color for previews. While the owner types an incomplete color, it returns the default color. */
export const shownColour = (written: string): string => (isHexColour(written) ? written : COLOR_DEFAULT)
