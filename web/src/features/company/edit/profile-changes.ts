import { type CompanyProfile, profileTextFields } from '@app/contracts/http/company.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { imageFields } from '../profile-fields.ts'
import type { Picture, ProfileForm } from '../profile-form.ts'

export type ProfileName = keyof ProfileForm

const names: readonly ProfileName[] = [...profileTextFields, ...imageFields]

export function valuesOf(profile: CompanyProfile): ProfileForm {
  const entries = [
    ...profileTextFields.map((name) => [name, profile[name]]),
    ['timeZone', timeZoneOf(profile)],
    ...imageFields.map((name) => [name, profile[name] ?? '']),
  ]
  return Object.fromEntries(entries)
}

const tidy = (value: Picture): Picture => (typeof value === 'string' ? value.trim() : value)

export const isChanged = (before: ProfileForm, values: ProfileForm, name: ProfileName): boolean => tidy(values[name]) !== before[name]

/** Returns the fields whose values differ from `before`, with trimmed texts. Only these fields are sent. */
export const changesOf = (before: ProfileForm, values: ProfileForm): [ProfileName, Picture][] =>
  names.filter((name) => isChanged(before, values, name)).map((name) => [name, tidy(values[name])])

/** A field whose value was changed elsewhere (`theirs`) and differs from the value in this form (`mine`). */
export interface Difference {
  name: ProfileName
  theirs: Picture
  /** The value in this form: the entered value, or else the value that the form was opened with. */
  mine: Picture
  /** Whether the field was changed both elsewhere and in this form. */
  isClash: boolean
  /** Whether it is decided which value is kept. Only a clash needs a decision by the owner. */
  isDecided: boolean
}

export const UNDECIDED = 'Choose which value to keep'

export const radioGroupOf = ({ name }: Difference): string => `elsewhere-${name}`

interface Merged {
  /** The new form values. Fields that were changed in this form keep the entered value. All others have the value from elsewhere. */
  values: ProfileForm
  differences: Difference[]
}

/** Merges the changes made here and elsewhere since the form was opened (three-way merge). */
export function merge(before: ProfileForm, mine: ProfileForm, theirs: ProfileForm): Merged {
  const kept = Object.fromEntries(changesOf(before, mine))
  const differences = names
    .filter((name) => theirs[name] !== before[name] && theirs[name] !== tidy(mine[name]))
    .map((name) => ({ name, theirs: theirs[name], mine: mine[name], isClash: name in kept, isDecided: !(name in kept) }))
  return { values: { ...theirs, ...kept }, differences }
}
