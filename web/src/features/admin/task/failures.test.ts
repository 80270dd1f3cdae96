import { describe, expect, it } from 'vitest'
import { ApiError, noAnswer } from '../../../shared/api/api-error.ts'
import { launchFailure } from './LaunchForm.tsx'
import { uploadFailure } from './UploadTaskImage.tsx'

const refused = (status: number, message: string) => new ApiError(status, { message })

describe('what is said when', () => {
  it.each([
    ['the server refuses the image', refused(422, 'Only image files are allowed.'), 'Image upload failed'],
    ['the server fails', refused(500, ''), 'Image upload failed'],
    ['somebody was faster', refused(409, 'This task has already been approved.'), 'This task has already been approved.'],
    ['nothing answers', noAnswer(), `Error uploading image: ${noAnswer().message}`],
    ['something throws', new TypeError('no such file'), 'Error uploading image: no such file'],
  ])('an upload ends because %s', (_case, error, message) => {
    expect(uploadFailure(error)).toBe(message)
  })

  it.each([
    [refused(500, ''), 'Failed to launch task.'],
    [noAnswer(), 'Failed to launch task.'],
    [refused(409, 'Only an approved task can be launched.'), 'Only an approved task can be launched.'],
  ])('a launch ends with %s', (error, message) => {
    expect(launchFailure(error)).toBe(message)
  })
})
