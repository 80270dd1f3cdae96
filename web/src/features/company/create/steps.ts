import { brandImageFields } from '@app/contracts/http/company.ts'
import {
  colourFields,
  companyFields,
  contactFields,
  type ProfileField,
  regionFields,
  socialFields,
  streetFields,
} from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'

type Name = keyof ProfileForm

/** A step of the form for a new company. */
export interface Step {
  /** Value of `?step=` in the URL. */
  name: 'business' | 'contact' | 'brand'
  title: string
  lead: string
  /** Required fields. They are always visible. */
  required: readonly Name[]
  /** All other fields. A button shows and hides them. */
  more: readonly Name[]
}

export const requiredOf = (fields: readonly ProfileField[]): ProfileField[] => fields.filter(({ required }) => required)
export const optionalOf = (fields: readonly ProfileField[]): ProfileField[] => fields.filter(({ required }) => !required)

const namesOf = (fields: readonly { name: Name }[]): Name[] => fields.map(({ name }) => name)

export const brandDetails: readonly Name[] = [...namesOf(colourFields), 'fontfamily', ...brandImageFields]

export const steps: readonly [Step, ...Step[]] = [
  {
    name: 'business',
    title: 'Business',
    lead: 'What your company is called, and what it does.',
    required: namesOf(requiredOf(companyFields)),
    more: namesOf(optionalOf(companyFields)),
  },
  {
    name: 'contact',
    title: 'Contact',
    lead: 'How we and your customers reach you. Email campaigns also need your postal address.',
    required: namesOf(requiredOf(contactFields)),
    more: namesOf([
      ...optionalOf(contactFields),
      ...streetFields,
      { name: 'state' },
      ...regionFields,
      { name: 'timeZone' },
      ...socialFields,
    ]),
  },
  {
    name: 'brand',
    title: 'Brand',
    lead: 'We use this to design your content. Only the logo is required.',
    required: ['logo'],
    more: brandDetails,
  },
]

export const fieldsOf = ({ required, more }: Step): ReadonlySet<string> => new Set([...required, ...more])

/** Returns the index of the step that contains a field. If no step contains the field, returns the index of the first step. */
export const stepWith = (field: string): number =>
  Math.max(
    0,
    steps.findIndex((step) => fieldsOf(step).has(field)),
  )
