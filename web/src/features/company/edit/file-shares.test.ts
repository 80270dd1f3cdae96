import { expect, test } from 'vitest'
import { emptyProfile } from '../profile-form.ts'
import { fileShares } from './file-shares.ts'

const fileOf = (size: number) => new File(['x'.repeat(size)], 'picture.png')
const form = { ...emptyProfile, logo: '/files/kept.png', brandRelateImage1: fileOf(300), brandRelateImage4: fileOf(100) }

test.each([
  [0, 0, 0],
  [0.375, 0.5, 0],
  [0.75, 1, 0],
  [0.875, 1, 0.5],
  [1, 1, 1],
])('when the share %d of the form is uploaded, the shares of its files are %d and %d', (share, first, second) => {
  expect(fileShares(form, share)).toEqual({ brandRelateImage1: first, brandRelateImage4: second })
})
