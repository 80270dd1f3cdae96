import type { Role } from '@app/contracts/http/session.ts'
import { hasFreshPreview, type TaskStatus } from '@app/contracts/rules/task-status.ts'

/**
 * An action on a task. `await-preview` is an admin's request for the status Pending. If the task is already Pending, the request changes
 * nothing. Otherwise, the request is refused, because admins set this status only by delivering a preview (`deliver-preview`).
 */
export type Action =
  | 'approve'
  | 'withdraw-approval'
  | 'refer-back'
  | 'post'
  | 'await-preview'
  | 'deliver-preview'
  | 'remove'
  | 'admin-remove'

interface Transition {
  /** The only role that may perform the action. Default: every role. */
  by?: Role
  from: readonly TaskStatus[]
  to: TaskStatus | 'removed'
  /** Error message if there is no new preview. Default: the action needs no preview. */
  withoutPreview?: string
  /** Error message if the status does not allow the action. Default: the message of the status in `statusReasons`. */
  refusal?: string
}

const transitions: Readonly<Record<Action, Transition>> = {
  approve: { by: 'owner', from: ['Pending'], to: 'Approved', withoutPreview: 'There is no new preview to approve yet.' },
  'withdraw-approval': { by: 'owner', from: ['Approved'], to: 'Pending' },
  'refer-back': { by: 'owner', from: ['Pending'], to: 'Roll Back', withoutPreview: 'There is no new preview to refer back yet.' },
  post: { by: 'admin', from: ['Approved'], to: 'Posted', refusal: 'Only an approved task can be launched.' },
  'await-preview': { from: [], to: 'Pending' },
  'deliver-preview': { by: 'admin', from: ['Pending', 'Roll Back', 'Approved'], to: 'Pending' },
  remove: {
    by: 'owner',
    from: ['Pending', 'Roll Back'],
    to: 'removed',
    refusal: 'Only a task that is pending or referred back can be removed.',
  },
  'admin-remove': { by: 'admin', from: ['Pending', 'Roll Back', 'Approved'], to: 'removed' },
}

const statusReasons: Readonly<Record<TaskStatus, string>> = {
  Pending: 'This task is still pending.',
  'Roll Back': 'This task was referred back and is waiting for a new preview.',
  Approved: 'This task has already been approved.',
  Posted: 'This task has already been posted.',
}

const actions: Readonly<Record<Exclude<TaskStatus, 'Pending'>, Action>> = {
  Approved: 'approve',
  'Roll Back': 'refer-back',
  Posted: 'post',
}

/** Returns the action that a request for a status performs. */
export function actionFor(status: TaskStatus, role: Role): Action {
  if (status !== 'Pending') return actions[status]
  return role === 'owner' ? 'withdraw-approval' : 'await-preview'
}

export const isAllowedFor = (role: Role, action: Action): boolean => (transitions[action].by ?? role) === role

type Reviewed = Parameters<typeof hasFreshPreview>[0]

/** The result for an action on a task. With `already-done`, the task already has the requested status and nothing changes. */
export type Decision = { kind: 'allowed' } | { kind: 'already-done' } | { kind: 'refused'; code: string; message: string }

export function decideTransition(task: Reviewed, action: Action): Decision {
  const { from, to, withoutPreview, refusal } = transitions[action]
  const status = task.currentStatus
  if (!from.includes(status)) {
    if (status === to) return { kind: 'already-done' }
    return { kind: 'refused', code: 'task-status', message: refusal ?? statusReasons[status] }
  }
  if (withoutPreview && !hasFreshPreview(task)) return { kind: 'refused', code: 'no-preview', message: withoutPreview }
  return { kind: 'allowed' }
}
