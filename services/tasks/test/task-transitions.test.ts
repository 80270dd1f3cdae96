import { taskStatuses } from '@app/contracts/rules/task-status.ts'
import { describe, expect, test } from 'vitest'
import { type Action, decideTransition, isAllowedFor } from '../src/tasks/task-transitions.ts'

const tasks = {
  Pending: { currentStatus: 'Pending', doneTaskImage: null, rollbackFeedback: [] },
  Previewed: { currentStatus: 'Pending', doneTaskImage: 'a', rollbackFeedback: [] },
  Revised: { currentStatus: 'Pending', doneTaskImage: 'b', rollbackFeedback: [{ doneTaskImage: 'a' }] },
  Stale: { currentStatus: 'Pending', doneTaskImage: 'a', rollbackFeedback: [{ doneTaskImage: 'a' }] },
  'Roll Back': { currentStatus: 'Roll Back', doneTaskImage: 'a', rollbackFeedback: [{ doneTaskImage: 'a' }] },
  Approved: { currentStatus: 'Approved', doneTaskImage: 'a', rollbackFeedback: [] },
  Posted: { currentStatus: 'Posted', doneTaskImage: 'a', rollbackFeedback: [] },
} as const

/** Every action on a task in every state: open, holds, or the code of the refusal. */
const machine: Record<keyof typeof tasks, Record<Action, string>> = {
  Pending: {
    approve: 'no-preview',
    'refer-back': 'no-preview',
    post: 'task-status',
    'await-preview': 'holds',
    'deliver-preview': 'open',
    remove: 'open',
  },
  Previewed: {
    approve: 'open',
    'refer-back': 'open',
    post: 'task-status',
    'await-preview': 'holds',
    'deliver-preview': 'open',
    remove: 'open',
  },
  Revised: {
    approve: 'open',
    'refer-back': 'open',
    post: 'task-status',
    'await-preview': 'holds',
    'deliver-preview': 'open',
    remove: 'open',
  },
  Stale: {
    approve: 'no-preview',
    'refer-back': 'no-preview',
    post: 'task-status',
    'await-preview': 'holds',
    'deliver-preview': 'open',
    remove: 'open',
  },
  'Roll Back': {
    approve: 'task-status',
    'refer-back': 'holds',
    post: 'task-status',
    'await-preview': 'task-status',
    'deliver-preview': 'open',
    remove: 'open',
  },
  Approved: {
    approve: 'holds',
    'refer-back': 'task-status',
    post: 'open',
    'await-preview': 'task-status',
    'deliver-preview': 'task-status',
    remove: 'task-status',
  },
  Posted: {
    approve: 'task-status',
    'refer-back': 'task-status',
    post: 'holds',
    'await-preview': 'task-status',
    'deliver-preview': 'task-status',
    remove: 'task-status',
  },
}

describe.each(Object.entries(machine))('%s', (state, row) => {
  test.each(Object.entries(row))('%s: %s', (action, expected) => {
    const decision = decideTransition(tasks[state as keyof typeof tasks], action as Action)
    expect(decision.kind === 'refused' ? decision.code : decision.kind).toBe(expected)
    if (decision.kind === 'refused') expect(decision.message).toMatch(/^[A-Z].*\.$/)
  })
})

test('every status is in the table', () => {
  expect(new Set(Object.values(tasks).map((task) => task.currentStatus))).toEqual(new Set(taskStatuses))
})

test.each([
  ['approve', ['owner']],
  ['refer-back', ['owner']],
  ['remove', ['owner']],
  ['post', ['admin']],
  ['deliver-preview', ['admin']],
  ['await-preview', ['owner', 'admin']],
] as const)('%s is for %o', (action, roles) => {
  expect((['owner', 'admin'] as const).filter((role) => isAllowedFor(role, action))).toEqual(roles)
})
