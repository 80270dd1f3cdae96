import { afterEach, describe, expect, it, vi } from 'vitest'
import { localValues } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

const blocked = {
  'is null': () => vi.stubGlobal('localStorage', null),
  'throws when it is opened': () =>
    vi.stubGlobal('localStorage', {
      get getItem(): never {
        throw new DOMException('Access is denied', 'SecurityError')
      },
    }),
  'throws when it is full': () =>
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      removeItem: () => {},
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    }),
}

describe.each(Object.entries(blocked))('a storage that %s', (_, block) => {
  it('keeps values until the page is closed', () => {
    block()
    expect(localValues.get('token')).toBeNull()
    expect(localValues.set('token', 'a')).toBe(false)
    expect([localValues.get('token'), localValues.keys()]).toEqual(['a', expect.arrayContaining(['token'])])
    localValues.remove('token')
    expect(localValues.get('token')).toBeNull()
  })
})
