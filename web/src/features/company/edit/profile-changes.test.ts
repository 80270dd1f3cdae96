import { expect, test } from 'vitest'
import { emptyProfile } from '../profile-form.ts'
import { changesOf, merge } from './profile-changes.ts'

const logo = new File(['x'], 'logo.png', { type: 'image/png' })
const seen = { ...emptyProfile, companyName: 'Harbor & Pine', city: 'Beaufort', zip: '29902', logo: '/files/logo.png' }

test('changesOf returns changed texts (trimmed), new files and removed pictures', () => {
  const before = { ...seen, brandRelateImage2: '/files/2.png' }
  const entered = { ...before, city: ' Columbia ', zip: '29902 ', brandRelateImage2: '', logo }
  expect(changesOf(before, entered)).toEqual([
    ['city', 'Columbia'],
    ['logo', logo],
    ['brandRelateImage2', ''],
  ])
})

test('a field changed on one side takes that value; changes of the other side are reported as differences', () => {
  const { values, differences } = merge(seen, { ...seen, city: 'Columbia' }, { ...seen, zip: '29201' })
  expect(values).toEqual({ ...seen, city: 'Columbia', zip: '29201' })
  expect(differences).toEqual([{ name: 'zip', theirs: '29201', mine: '29902', isClash: false, isDecided: true }])
})

test('a field changed on both sides keeps the entered value and is undecided', () => {
  const { values, differences } = merge(seen, { ...seen, city: 'Columbia', logo }, { ...seen, city: 'Charleston', logo: '/files/new.png' })
  expect(values).toEqual({ ...seen, city: 'Columbia', logo })
  expect(differences).toEqual([
    { name: 'city', theirs: 'Charleston', mine: 'Columbia', isClash: true, isDecided: false },
    { name: 'logo', theirs: '/files/new.png', mine: logo, isClash: true, isDecided: false },
  ])
})

test('the same change on both sides causes no difference', () => {
  const both = { ...seen, city: 'Columbia' }
  expect(merge(seen, both, both)).toEqual({ values: both, differences: [] })
  expect(merge(seen, both, seen)).toEqual({ values: both, differences: [] })
})
