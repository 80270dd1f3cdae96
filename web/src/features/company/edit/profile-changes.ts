import { type CompanyProfile, profileTextFields } from '@app/contracts/http/company.ts'
import { imageFields } from '../profile-fields.ts'
import type { Picture, ProfileForm } from '../profile-form.ts'

export type ProfileName = keyof ProfileForm

const names: readonly ProfileName[] = [...profileTextFields, ...imageFields]

export function valuesOf(profile: CompanyProfile): ProfileForm {
  const entries = [...profileTextFields.map((name) => [name, profile[name]]), ...imageFields.map((name) => [name, profile[name] ?? ''])]
  return Object.fromEntries(entries)
}

const tidy = (value: Picture): Picture => (typeof value === 'string' ? value.trim() : value)

export const isChanged = (before: ProfileForm, values: ProfileForm, name: ProfileName): boolean => tidy(values[name]) !== before[name]

/** Returns the fields whose values differ from `before`, with trimmed texts. Only these fields are sent. */
export const changesOf = (before: ProfileForm, values: ProfileForm): [ProfileName, Picture][] =>
  names.filter((name) => isChanged(before, values, name)).map((name) => [name, tidy(values[name])])

/** A field that was changed elsewhere and has another value in this form. */
export interface Difference {
  name: ProfileName
  theirs: Picture
  /** The value in this form: the entered value, or else the value that the form was opened with. */
  mine: Picture
  /** Whether the field was changed on both sides. */
  isClash: boolean
  /** Whether it is clear which value is kept. If both sides changed the field, the owner has to decide first. */
  isDecided: boolean
}

export const UNDECIDED = 'Choose which value to keep'

export const radioGroupOf = ({ name }: Difference): string => `elsewhere-${name}`

interface Merged {
  /** The new form values: fields changed here keep their entered value, all others have the value from elsewhere. */
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
