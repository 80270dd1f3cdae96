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

/** The expected result of every action in every state: `allowed`, `already-done`, or the error code. */
const machine: Record<keyof typeof tasks, Record<Action, string>> = {
  Pending: {
    approve: 'no-preview',
    'withdraw-approval': 'already-done',
    'refer-back': 'no-preview',
    post: 'task-status',
    'await-preview': 'already-done',
    'deliver-preview': 'allowed',
    remove: 'allowed',
    'admin-remove': 'allowed',
  },
  Previewed: {
    approve: 'allowed',
    'withdraw-approval': 'already-done',
    'refer-back': 'allowed',
    post: 'task-status',
    'await-preview': 'already-done',
    'deliver-preview': 'allowed',
    remove: 'allowed',
    'admin-remove': 'allowed',
  },
  Revised: {
    approve: 'allowed',
    'withdraw-approval': 'already-done',
    'refer-back': 'allowed',
    post: 'task-status',
    'await-preview': 'already-done',
    'deliver-preview': 'allowed',
    remove: 'allowed',
    'admin-remove': 'allowed',
  },
  Stale: {
    approve: 'no-preview',
    'withdraw-approval': 'already-done',
    'refer-back': 'no-preview',
    post: 'task-status',
    'await-preview': 'already-done',
    'deliver-preview': 'allowed',
    remove: 'allowed',
    'admin-remove': 'allowed',
  },
  'Roll Back': {
    approve: 'task-status',
    'withdraw-approval': 'task-status',
    'refer-back': 'already-done',
    post: 'task-status',
    'await-preview': 'task-status',
    'deliver-preview': 'allowed',
    remove: 'allowed',
    'admin-remove': 'allowed',
  },
  Approved: {
    approve: 'already-done',
    'withdraw-approval': 'allowed',
    'refer-back': 'task-status',
    post: 'allowed',
    'await-preview': 'task-status',
    'deliver-preview': 'allowed',
    remove: 'task-status',
    'admin-remove': 'allowed',
  },
  Posted: {
    approve: 'task-status',
    'withdraw-approval': 'task-status',
    'refer-back': 'task-status',
    post: 'already-done',
    'await-preview': 'task-status',
    'deliver-preview': 'task-status',
    remove: 'task-status',
    'admin-remove': 'task-status',
  },
}

describe.each(Object.entries(machine))('%s', (state, row) => {
  test.each(Object.entries(row))('%s: %s', (action, expected) => {
    const decision = decideTransition(tasks[state as keyof typeof tasks], action as Action)
    expect(decision.kind === 'refused' ? decision.code : decision.kind).toBe(expected)
    if (decision.kind === 'refused') expect(decision.message).toMatch(/^[A-Z].*\.$/)
  })
})

test('the table contains every status', () => {
  expect(new Set(Object.values(tasks).map((task) => task.currentStatus))).toEqual(new Set(taskStatuses))
})

test.each([
  ['approve', ['owner']],
  ['withdraw-approval', ['owner']],
  ['refer-back', ['owner']],
  ['remove', ['owner']],
  ['admin-remove', ['admin']],
  ['post', ['admin']],
  ['deliver-preview', ['admin']],
  ['await-preview', ['owner', 'admin']],
] as const)('%s may be performed by %o', (action, roles) => {
  expect((['owner', 'admin'] as const).filter((role) => isAllowedFor(role, action))).toEqual(roles)
})
