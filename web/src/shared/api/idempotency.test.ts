import { expect, it } from 'vitest'
import { ApiError, noAnswer, tooSlow } from './api-error.ts'
import { keyFor, releaseKey, retryUntilKnown } from './idempotency.ts'

const address = 'owner POST /api/task/create-task'
const content = (title: string, file?: File) => [undefined, { fields: { title }, files: { referenceImage: file } }]
const picture = (name: string) => new File(['picture'], name, { lastModified: 1 })

it('a content tried again has the key it had, a changed one another', () => {
  const first = keyFor(address, content('One'))
  expect(first).toMatch(/^[!-~]{10,255}$/)
  expect(keyFor(address, content('One'))).toBe(first)
  const changed = keyFor(address, content('Two'))
  expect(changed).not.toBe(first)
  expect(keyFor(address, content('Two', picture('a.png')))).not.toBe(changed)
})

it('files are told apart by what they are', () => {
  const first = keyFor(address, content('One', picture('a.png')))
  expect(keyFor(address, content('One', picture('a.png')))).toBe(first)
  expect(keyFor(address, content('One', picture('b.png')))).not.toBe(first)
})

it('what was done and is sent again is meant again', () => {
  const first = keyFor(address, content('One'))
  releaseKey(address, first)
  expect(keyFor(address, content('One'))).not.toBe(first)
})

it('an answer to an earlier content settles no later one', () => {
  const earlier = keyFor(address, content('One'))
  const later = keyFor(address, content('Two'))
  releaseKey(address, earlier)
  expect(keyFor(address, content('Two'))).toBe(later)
})

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
  expect(await retryUntilKnown(attempt, [0, 0])).toBe('done')
  expect(tries()).toBe(3)
})

it('then its failure is told', async () => {
  const { attempt, tries } = failing(unknown(), unknown(), noAnswer())
  await expect(retryUntilKnown(attempt, [0, 0])).rejects.toMatchObject({ code: 'network' })
  expect(tries()).toBe(3)
})

it.each([
  ['a refusal', new ApiError(409, { code: 'conflict' })],
  ['a service that is away, which did nothing', new ApiError(503, { code: 'service-away' })],
  ['half a minute without an answer', tooSlow()],
  ['a fault of our own', new Error('null')],
])('%s is told at once', async (_case, failure) => {
  const { attempt, tries } = failing(failure)
  await expect(retryUntilKnown(attempt, [0, 0])).rejects.toBe(failure)
  expect(tries()).toBe(1)
})
