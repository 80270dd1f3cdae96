import { expect, it } from 'vitest'
import { ApiError, noAnswer, timeoutError } from './api-error.ts'
import { keyFor, releaseKey, retryUntilKnown } from './idempotency.ts'

const address = 'owner POST /api/task/create-task'
const content = (title: string, file?: File) => [undefined, { fields: { title }, files: { referenceImage: file } }]
const picture = (name: string) => new File(['picture'], name, { lastModified: 1 })

it('the same content gets the same key, changed content gets a new key', () => {
  const first = keyFor(address, content('One'))
  expect(first).toMatch(/^[!-~]{10,255}$/)
  expect(keyFor(address, content('One'))).toBe(first)
  const changed = keyFor(address, content('Two'))
  expect(changed).not.toBe(first)
  expect(keyFor(address, content('Two', picture('a.png')))).not.toBe(changed)
})

it('two different files get different keys', () => {
  const first = keyFor(address, content('One', picture('a.png')))
  expect(keyFor(address, content('One', picture('a.png')))).toBe(first)
  expect(keyFor(address, content('One', picture('b.png')))).not.toBe(first)
})

it('the same content gets a new key after the call succeeded', () => {
  const first = keyFor(address, content('One'))
  releaseKey(address, first)
  expect(keyFor(address, content('One'))).not.toBe(first)
})

it('releasing the key of earlier content does not release a later key', () => {
  const earlier = keyFor(address, content('One'))
  const later = keyFor(address, content('Two'))
  releaseKey(address, earlier)
  expect(keyFor(address, content('Two'))).toBe(later)
})

const unknown = () => new ApiError(503, { code: 'outcome-unknown' })

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

it('a call with an unknown outcome is retried twice', async () => {
  const { attempt, tries } = failing(noAnswer(), unknown())
  expect(await retryUntilKnown(attempt, [0, 0])).toBe('done')
  expect(tries()).toBe(3)
})

it('the error of the last retry is thrown', async () => {
  const { attempt, tries } = failing(unknown(), unknown(), noAnswer())
  await expect(retryUntilKnown(attempt, [0, 0])).rejects.toMatchObject({ code: 'network' })
  expect(tries()).toBe(3)
})

it.each([
  ['an error response', new ApiError(409, { code: 'conflict' })],
  ['a service that is unavailable and did not process the call', new ApiError(503, { code: 'service-away' })],
  ['a timeout', timeoutError()],
  ['an error in the web app', new Error('null')],
])('%s is not retried', async (_case, failure) => {
  const { attempt, tries } = failing(failure)
  await expect(retryUntilKnown(attempt, [0, 0])).rejects.toBe(failure)
  expect(tries()).toBe(1)
})
