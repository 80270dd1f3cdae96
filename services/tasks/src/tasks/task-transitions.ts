import type { Role } from '@app/contracts/http/identity.ts'
import { hasFreshPreview, type TaskStatus } from '@app/contracts/rules/task-status.ts'

/** What people do to a task. `await-preview` is asking for Pending, which only delivering a preview brings about. */
export type Action = 'approve' | 'refer-back' | 'post' | 'await-preview' | 'deliver-preview' | 'remove'

interface Transition {
  /** Whose it is; anybody's when absent. */
  by?: Role
  from: readonly TaskStatus[]
  to: TaskStatus | 'removed'
  /** Said when there is no preview to decide on; absent: none is needed. */
  withoutPreview?: string
  /** Said in a status it does not start from, in place of what that status says itself. */
  refusal?: string
}

const transitions: Readonly<Record<Action, Transition>> = {
  approve: { by: 'owner', from: ['Pending'], to: 'Approved', withoutPreview: 'There is no new preview to approve yet.' },
  'refer-back': { by: 'owner', from: ['Pending'], to: 'Roll Back', withoutPreview: 'There is no new preview to refer back yet.' },
  post: { by: 'admin', from: ['Approved'], to: 'Posted', refusal: 'Only an approved task can be launched.' },
  'await-preview': { from: [], to: 'Pending' },
  'deliver-preview': { by: 'admin', from: ['Pending', 'Roll Back'], to: 'Pending' },
  remove: {
    by: 'owner',
    from: ['Pending', 'Roll Back'],
    to: 'removed',
    refusal: 'Only a task that is pending or referred back can be removed.',
  },
}

/** Why most things are not open in a status. */
const because: Readonly<Record<TaskStatus, string>> = {
  Pending: 'This task is still pending.',
  'Roll Back': 'This task was referred back and waits for a new preview.',
  Approved: 'This task has already been approved.',
  Posted: 'This task has already been posted.',
}

/** What asking for a status means. */
export const actionFor: Readonly<Record<TaskStatus, Action>> = {
  Approved: 'approve',
  'Roll Back': 'refer-back',
  Posted: 'post',
  Pending: 'await-preview',
}

/** Whether a role may perform an action. */
export const isAllowedFor = (role: Role, action: Action): boolean => (transitions[action].by ?? role) === role

type Reviewed = Parameters<typeof hasFreshPreview>[0]

/** `open`: do it. `holds`: it has been done already, nothing changes. `refused`: not from here, and why. */
export type Decision = { kind: 'open' } | { kind: 'holds' } | { kind: 'refused'; code: string; message: string }

/** The state machine of the task status: decides whether an action is allowed in the task's current state. */
export function decideTransition(task: Reviewed, action: Action): Decision {
  const { from, to, withoutPreview, refusal } = transitions[action]
  const status = task.currentStatus
  if (!from.includes(status)) {
    if (status === to) return { kind: 'holds' }
    return { kind: 'refused', code: 'task-status', message: refusal ?? because[status] }
  }
  if (withoutPreview && !hasFreshPreview(task)) return { kind: 'refused', code: 'no-preview', message: withoutPreview }
  return { kind: 'open' }
}
