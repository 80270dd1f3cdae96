import { expect, it } from 'vitest'
import { keyFor, settle } from './idempotency-keys.ts'

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
  settle(address, first)
  expect(keyFor(address, content('One'))).not.toBe(first)
})

it('an answer to an earlier content settles no later one', () => {
  const earlier = keyFor(address, content('One'))
  const later = keyFor(address, content('Two'))
  settle(address, earlier)
  expect(keyFor(address, content('Two'))).toBe(later)
})
