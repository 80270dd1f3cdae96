import { brandImageFields, COLOR_DEFAULT, type ProfileTextField } from '@app/contracts/http/company.ts'
import { PHONE_MAX } from '@app/contracts/rules/company.ts'
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react'
import { isHexColour } from '../../shared/ui/readable-text-color.ts'

export const imageFields = ['logo', ...brandImageFields] as const
export type ImageField = (typeof imageFields)[number]

export interface ProfileField {
  name: ProfileTextField
  label: string
  required?: true
  type?: HTMLInputTypeAttribute
  autoComplete?: HTMLInputAutoCompleteAttribute
  placeholder?: string
  maxLength: number
}

export const companyFields: readonly ProfileField[] = [
  { name: 'companyName', label: 'Company name', required: true, autoComplete: 'organization', maxLength: 200 },
  { name: 'dba', label: 'DBA (doing business as)', maxLength: 200 },
  { name: 'industry', label: 'Industry', required: true, maxLength: 200 },
  { name: 'fedraltaxid', label: 'Federal tax ID / EIN', placeholder: '12-3456789', maxLength: 30 },
]

export const contactFields: readonly ProfileField[] = [
  { name: 'email', label: 'Company email', required: true, type: 'email', autoComplete: 'email', maxLength: 254 },
  { name: 'phone', label: 'Phone', required: true, type: 'tel', autoComplete: 'tel', maxLength: PHONE_MAX },
  { name: 'website', label: 'Website', type: 'url', autoComplete: 'url', placeholder: 'https://', maxLength: 500 },
]

export const streetFields: readonly ProfileField[] = [
  { name: 'address1', label: 'Address line 1', autoComplete: 'address-line1', maxLength: 300 },
  { name: 'address2', label: 'Address line 2', autoComplete: 'address-line2', maxLength: 300 },
  { name: 'city', label: 'City', autoComplete: 'address-level2', maxLength: 100 },
]

export const regionFields: readonly ProfileField[] = [
  { name: 'zip', label: 'Zip', autoComplete: 'postal-code', maxLength: 20 },
  { name: 'country', label: 'Country', autoComplete: 'country-name', maxLength: 100 },
]

export const socialFields: readonly ProfileField[] = [
  { name: 'linkedin', label: 'LinkedIn', type: 'url', placeholder: 'https://www.linkedin.com/company/', maxLength: 500 },
  { name: 'facebook', label: 'Facebook', type: 'url', placeholder: 'https://www.facebook.com/', maxLength: 500 },
  { name: 'insta', label: 'Instagram', type: 'url', placeholder: 'https://www.instagram.com/', maxLength: 500 },
  { name: 'x', label: 'X', type: 'url', placeholder: 'https://x.com/', maxLength: 500 },
  { name: 'youtube', label: 'YouTube', type: 'url', placeholder: 'https://www.youtube.com/@', maxLength: 500 },
]

export const colourFields = [
  { name: 'color1', label: 'Primary color' },
  { name: 'color2', label: 'Secondary color' },
  { name: 'color3', label: 'Tertiary color' },
] as const

/** Returns the color for previews. While the owner types an incomplete color, it returns the default color. */
export const shownColour = (written: string): string => (isHexColour(written) ? written : COLOR_DEFAULT)
