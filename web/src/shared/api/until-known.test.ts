import { expect, it } from 'vitest'
import { ApiError, noAnswer, tooSlow } from './api-error.ts'
import { untilKnown } from './until-known.ts'

const unknown = () => new ApiError(503, { code: 'outcome-unknown' })

/** A call that fails as it is told to, one failure a try, and then succeeds. */
function failing(...failures: Error[]) {
  let tries = 0
  return {
    tries: () => tries,
    attempt: async () => {
      const failure = failures[tries]
      tries += 1
      if (failure) throw failure
      return 'done'
    },
  }
}

it('what may have been done is sent again, twice', async () => {
  const { attempt, tries } = failing(noAnswer(), unknown())
  expect(await untilKnown(attempt, [0, 0])).toBe('done')
  expect(tries()).toBe(3)
})

it('then its failure is told', async () => {
  const { attempt, tries } = failing(unknown(), unknown(), noAnswer())
  await expect(untilKnown(attempt, [0, 0])).rejects.toMatchObject({ code: 'network' })
  expect(tries()).toBe(3)
})

it.each([
  ['a refusal', new ApiError(409, { code: 'conflict' })],
  ['a service that is away, which did nothing', new ApiError(503, { code: 'service-away' })],
  ['half a minute without an answer', tooSlow()],
  ['a fault of our own', new Error('null')],
])('%s is told at once', async (_case, failure) => {
  const { attempt, tries } = failing(failure)
  await expect(untilKnown(attempt, [0, 0])).rejects.toBe(failure)
  expect(tries()).toBe(1)
})
