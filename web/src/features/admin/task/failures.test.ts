import { describe, expect, it } from 'vitest'
import { ApiError, noAnswer } from '../../../shared/api/api-error.ts'
import { launchFailure } from './LaunchForm.tsx'
import { uploadFailure } from './preview-failures.ts'

const failedWith = (status: number, message: string) => new ApiError(status, { message })

describe('the error message', () => {
  it.each([
    ['the server rejects the image', failedWith(422, 'Only image files are allowed.'), 'Image upload failed'],
    ['the server fails', failedWith(500, ''), 'Image upload failed'],
    ['another change came first', failedWith(409, 'This task has already been approved.'), 'This task has already been approved.'],
    ['there is no response', noAnswer(), `Error uploading image: ${noAnswer().message}`],
    ['an exception is thrown', new TypeError('no such file'), 'Error uploading image: no such file'],
  ])('of an upload when %s', (_case, error, message) => {
    expect(uploadFailure(error)).toBe(message)
  })

  it.each([
    [failedWith(500, ''), 'Failed to launch task.'],
    [noAnswer(), 'Failed to launch task.'],
    [failedWith(409, 'Only an approved task can be launched.'), 'Only an approved task can be launched.'],
  ])('of a launch that fails with %s', (error, message) => {
    expect(launchFailure(error)).toBe(message)
  })
})
