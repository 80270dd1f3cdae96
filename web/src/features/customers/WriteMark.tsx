import type { SheetWrite } from '@app/contracts/http/customers.ts'
import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'

const marks = {
  pending: { tone: 'neutral', words: 'Pending' },
  conflict: { tone: 'roll-back', words: 'Conflict' },
  refused: { tone: 'roll-back', words: 'Not saved' },
} as const satisfies Record<Exclude<SheetWrite['state'], 'written'>, { tone: BadgeTone; words: string }>

export function WriteMark({ write }: { write: SheetWrite | undefined }) {
  if (!write || write.state === 'written') return null
  const { tone, words } = marks[write.state]
  return <Badge tone={tone}>{words}</Badge>
}
