import { expect, test } from 'vitest'
import { emptyProfile, faultsOf, faultsText, textsOf } from './profile-form.ts'

const logo = new File(['x'], 'logo.png', { type: 'image/png' })
const complete = {
  ...emptyProfile,
  companyName: 'Harbor & Pine',
  industry: 'Coffee',
  email: 'jo@harbor.example',
  phone: '8035550142',
  logo,
}

test('an empty form has an error for each of the five required fields', () => {
  expect(faultsOf(emptyProfile).map(({ field }) => field)).toEqual(['companyName', 'industry', 'email', 'phone', 'logo'])
  expect(faultsText(emptyProfile)).toBe('Please fill in all required fields')
})

test('a complete form has no errors', () => {
  expect(faultsOf(complete)).toEqual([])
})

test('a name of spaces counts as missing', () => {
  expect(faultsText({ ...complete, companyName: '  ' })).toBe('Please fill in all required fields')
})

test('a missing logo alone asks for all required fields', () => {
  expect(faultsText({ ...complete, logo: '' })).toBe('Please fill in all required fields')
})

test('a malformed email address is reported if nothing is missing', () => {
  expect(faultsText({ ...complete, email: 'jo@harbor' })).toBe('Please enter a valid email address')
})

test('an incomplete color is reported', () => {
  expect(faultsOf({ ...complete, color2: '#12' }).map(({ field }) => field)).toEqual(['color2'])
})

test('textsOf trims texts and leaves out files', () => {
  const texts = textsOf({ ...complete, companyName: ' Harbor & Pine ' })
  expect(texts.companyName).toBe('Harbor & Pine')
  expect(texts).not.toHaveProperty('logo')
})
