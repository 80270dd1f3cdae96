import { describe, expect, it } from 'vitest'
import { ApiError, noAnswer } from '../../shared/api/api-error.ts'
import { loadFailure } from './api.ts'

describe('what is said when tasks do not load', () => {
  it.each([
    ['no answer', noAnswer(), 'Network error. Please check your connection.'],
    ['a refusal', new ApiError(503, { message: 'Being restarted.' }), 'Error loading approved tasks: Being restarted.'],
    ['something that is no list', new Error('Invalid data received from server'), 'Invalid data received from server'],
    ['an ended session', new ApiError(401, {}), undefined],
  ])('%s', (_case, error, said) => {
    expect(loadFailure(error)).toBe(said)
  })
})
