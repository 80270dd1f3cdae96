import { Button } from '../../../shared/ui/Button.tsx'
import { ChecklistDrawing, ShopDrawing } from '../../../shared/ui/drawings.tsx'
import { EmptyState } from '../../../shared/ui/states.tsx'
import type { ListOptions } from './use-list-options.ts'
import { useManager } from './use-manager.ts'

interface EmptyBoardProps {
  of: 'companies' | 'tasks'
  empty: string
  search: ListOptions['search']
}

export default function EmptyBoard({ of, empty, search }: EmptyBoardProps) {
  const { manager, setManager } = useManager()
  if (search.wanted) return <EmptyState action={<Button onClick={search.clear}>Clear Search</Button>}>No Search Results</EmptyState>
  const drawing = of === 'companies' ? <ShopDrawing /> : <ChecklistDrawing />
  if (manager)
    return (
      <EmptyState
        drawing={drawing}
        action={
          <Button tone="quiet" onClick={() => setManager(undefined)}>
            Show all companies
          </Button>
        }
      >
        There is nothing here for your companies.
      </EmptyState>
    )
  return <EmptyState drawing={drawing}>{empty}</EmptyState>
}
