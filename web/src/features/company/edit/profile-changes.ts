import { type CompanyProfile, profileTextFields } from '@app/contracts/http/company.ts'
import { imageFields } from '../profile-fields.ts'
import type { Picture, ProfileForm } from '../profile-form.ts'

export type ProfileName = keyof ProfileForm

const names: readonly ProfileName[] = [...profileTextFields, ...imageFields]

/** A profile as its form holds it. */
export function valuesOf(profile: CompanyProfile): ProfileForm {
  const entries = [...profileTextFields.map((name) => [name, profile[name]]), ...imageFields.map((name) => [name, profile[name] ?? ''])]
  return Object.fromEntries(entries)
}

const tidy = (value: Picture): Picture => (typeof value === 'string' ? value.trim() : value)

export const isChanged = (before: ProfileForm, values: ProfileForm, name: ProfileName): boolean => tidy(values[name]) !== before[name]

/** What differs from before: all that is sent. */
export const changesOf = (before: ProfileForm, values: ProfileForm): [ProfileName, Picture][] =>
  names.filter((name) => isChanged(before, values, name)).map((name) => [name, tidy(values[name])])

/** A field that was changed elsewhere, and is not the same here. */
export interface Difference {
  name: ProfileName
  theirs: Picture
  /** What stood in the form: what was entered, or else the value that was seen. */
  mine: Picture
  /** Changed on both sides. */
  isClash: boolean
  /** Which of the two is kept: of a clash only once somebody has said so. */
  isDecided: boolean
}

export const UNDECIDED = 'Choose which of the two to keep'

/** The name of the choice between the two sides of a field. */
export const choiceOf = ({ name }: Difference): string => `elsewhere-${name}`

interface Merged {
  /** What the form holds now: what was changed here as it was, the rest as it is there. */
  values: ProfileForm
  differences: Difference[]
}

/** Brings together what was changed here and elsewhere since a profile was seen. */
export function merge(before: ProfileForm, mine: ProfileForm, theirs: ProfileForm): Merged {
  const kept = Object.fromEntries(changesOf(before, mine))
  const differences = names
    .filter((name) => theirs[name] !== before[name] && theirs[name] !== tidy(mine[name]))
    .map((name) => ({ name, theirs: theirs[name], mine: mine[name], isClash: name in kept, isDecided: !(name in kept) }))
  return { values: { ...theirs, ...kept }, differences }
}
