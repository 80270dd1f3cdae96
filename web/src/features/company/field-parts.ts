import type { ProfileTextField } from '@app/contracts/http/company.ts'
import type { ComponentType, ReactNode } from 'react'
import type { ImageField } from './profile-fields.ts'

/** What one form of a profile says of a field of text, and another does not. */
export interface FieldWords {
  label?: string
  note?: ReactNode
}

/** How a form of a profile draws its fields. */
export interface FieldParts {
  Text: ComponentType<{ name: ProfileTextField; children: (words: FieldWords) => ReactNode }>
  Image: ComponentType<{ name: ImageField }>
}
