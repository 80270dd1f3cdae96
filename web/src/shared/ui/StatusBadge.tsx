import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { Badge, type BadgeTone } from './Badge.tsx'

const tones: Record<TaskStatus, BadgeTone> = { Pending: 'pending', Approved: 'approved', 'Roll Back': 'roll-back', Posted: 'posted' }

export function StatusBadge({ status }: { status: TaskStatus }) {
  return <Badge tone={tones[status]}>{status}</Badge>
}
