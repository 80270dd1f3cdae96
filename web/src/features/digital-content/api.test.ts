import { describe, expect, it } from 'vitest'
import { ApiError, noAnswer } from '../../shared/api/api-error.ts'
import { loadFailure } from './api.ts'

describe('loadFailure returns the message for', () => {
  it.each([
    ['a missing response', noAnswer(), 'Network error. Please check your connection.'],
    ['an error response', new ApiError(503, { message: 'Being restarted.' }), 'Error loading approved tasks: Being restarted.'],
    ['a response that is not a list', new Error('Invalid data received from server'), 'Invalid data received from server'],
    ['an expired session', new ApiError(401, {}), undefined],
  ])('%s', (_case, error, message) => {
    expect(loadFailure(error)).toBe(message)
  })
})
