import type { ReactNode } from 'react'
import { ChecklistDrawing, ShopDrawing } from '../../../shared/ui/drawings.tsx'
import { EmptyState } from '../../../shared/ui/stand-ins.tsx'

/** In place of a list without anything. */
export default function EmptyBoard({ of, children }: { of: 'companies' | 'tasks'; children: ReactNode }) {
  return <EmptyState drawing={of === 'companies' ? <ShopDrawing /> : <ChecklistDrawing />}>{children}</EmptyState>
}
