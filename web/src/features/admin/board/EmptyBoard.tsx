import { Button } from '../../../shared/ui/Button.tsx'
import { ChecklistDrawing, ShopDrawing } from '../../../shared/ui/drawings.tsx'
import { EmptyState } from '../../../shared/ui/states.tsx'
import type { ListOptions } from './use-list-options.ts'

interface EmptyBoardProps {
  of: 'companies' | 'tasks'
  empty: string
  search: ListOptions['search']
}

export default function EmptyBoard({ of, empty, search }: EmptyBoardProps) {
  if (search.wanted) return <EmptyState action={<Button onClick={search.clear}>Clear Search</Button>}>No Search Results</EmptyState>
  return <EmptyState drawing={of === 'companies' ? <ShopDrawing /> : <ChecklistDrawing />}>{empty}</EmptyState>
}
