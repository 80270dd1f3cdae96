import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canRemove, canReview, hasFreshPreview, taskStatuses } from '../src/rules/task-status.ts'

const about = (...previews: (string | null)[]) => previews.map((doneTaskImage) => ({ doneTaskImage }))

test.each([
  ['no preview', null, about(), false],
  ['no preview after a history', null, about('a'), false],
  ['the first preview', 'a', about(), true],
  ['the preview just referred back', 'a', about('a'), false],
  ['a new preview', 'b', about('a'), true],
  ['the last of several referred back', 'b', about('a', 'b'), false],
  ['a preview after several', 'c', about('a', 'b'), true],
  ['a history that kept no preview', 'a', about(null), true],
])('%s', (_what, doneTaskImage, rollbackFeedback, fresh) => {
  expect(hasFreshPreview({ currentStatus: 'Pending', doneTaskImage, rollbackFeedback })).toBe(fresh)
})

const picture = fc.option(fc.constantFrom('a', 'b', 'c'))
const task = fc.record({
  currentStatus: fc.constantFrom(...taskStatuses),
  doneTaskImage: picture,
  rollbackFeedback: fc.array(fc.record({ doneTaskImage: picture })),
})

test('only a Pending task can be reviewed, and not after referring back', () => {
  fc.assert(
    fc.property(task, (some) => {
      expect(canReview(some)).toBe(some.currentStatus === 'Pending' && hasFreshPreview(some))
      const rollbackFeedback = [...some.rollbackFeedback, { doneTaskImage: some.doneTaskImage }]
      expect(canReview({ ...some, rollbackFeedback })).toBe(false)
    }),
  )
})

test('only tasks that are not approved can be removed', () => {
  expect(taskStatuses.filter((currentStatus) => canRemove({ currentStatus }))).toEqual(['Pending', 'Roll Back'])
})
