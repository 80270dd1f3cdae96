import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { ReactNode } from 'react'
import type { LazyPart } from '../../shared/ui/lazy-part.tsx'

/** One entry of the sidebar and what it shows. The app lists them, so that features need not know each other. */
export interface Section {
  /** Fixed per entry; stands in the address as `?section=`. */
  index: number
  label: string
  icon: ReactNode
  Content: LazyPart<{ profile: CompanyProfile }>
}
