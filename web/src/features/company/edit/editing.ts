import { createContext, use } from 'react'
import type { ImageField } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'

interface Editing {
  /** What stood in each field when it was seen. */
  before: ProfileForm
  /** How much of each file is sent, 0 to 1, while they are. */
  shares: Partial<Record<ImageField, number>>
}

export const EditingContext = createContext<Editing | undefined>(undefined)

/** What the fields of the form know of the profile they change. */
export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('This field stands in no form of a profile')
  return editing
}
