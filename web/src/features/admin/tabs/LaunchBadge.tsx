import type { TaskCard } from '@app/contracts/http/board.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { launchBadge } from '../board/due-dates.ts'

export function LaunchBadge({ task, today }: { task: TaskCard; today: CalendarDate }) {
  const text = launchBadge(task, today)
  return <Badge tone={text === 'Today' ? 'approved' : 'roll-back'}>{text}</Badge>
}
