import { beforeEach, expect, test, vi } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './profile-draft.ts'
import { emptyProfile } from './profile-form.ts'

const typed = { ...emptyProfile, city: 'Columbia', logo: new File(['x'], 'logo.png') }
const owner = 'jo@harbor.example'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('the texts come back, the files do not', () => {
  keepDraft(owner, typed)
  expect(readDraft(owner)).toMatchObject({ city: 'Columbia', color1: '#ffffff' })
  expect(readDraft(owner)).not.toHaveProperty('logo')
})

test('a draft is shown to nobody but its owner', () => {
  keepDraft(owner, typed)
  expect(readDraft('sam@other.example')).toEqual({})
  expect(readDraft(undefined)).toEqual({})
})

test('without an owner nothing is kept', () => {
  keepDraft(undefined, typed)
  expect(readDraft(undefined)).toEqual({})
})

test('a dropped or unreadable draft is none', () => {
  keepDraft(owner, typed)
  dropDraft()
  expect(readDraft(owner)).toEqual({})
  sessionStorage.setItem('companyProfileDraft', '{')
  expect(readDraft(owner)).toEqual({})
})
