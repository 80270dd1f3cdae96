import { createContext, use } from 'react'
import type { ImageField } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'

interface Editing {
  /** The values of the profile when the form was opened. */
  before: ProfileForm
  /** Uploaded share of each file, from 0 to 1. */
  shares: Partial<Record<ImageField, number>>
}

export const EditingContext = createContext<Editing | undefined>(undefined)

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('useEditing must be used within an EditingContext')
  return editing
}
