import type { ProfileTextField } from '@app/contracts/http/company.ts'
import type { ComponentType, ReactNode } from 'react'
import type { ImageField } from './profile-fields.ts'

/** Label and note that a profile form adds to a text field. */
export interface FieldWords {
  label?: string
  note?: ReactNode
}

/** The components with which a profile form renders its fields. */
export interface FieldParts {
  Text: ComponentType<{ name: ProfileTextField; children: (words: FieldWords) => ReactNode }>
  Image: ComponentType<{ name: ImageField }>
}
