import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createReviewKeys } from '../../src/keys/review-keys.ts'

const newKey = (): string => randomBytes(32).toString('base64')
const key = newKey()
const keys = createReviewKeys({ REVIEW_LINK_KEY: key })
const bytesOf = (token: string): Buffer => Buffer.from(token, 'base64url')

test('a token contains the id of its link', () => {
  const id = uuidv7()
  const token = keys.tokenOf(id)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(keys.linkIdOf(token)).toBe(id)
  expect(keys.tokenOf(id)).toBe(token)
})

test('no changed bit, no swapped half and no other spelling of a token is valid', () => {
  const [one, other] = [keys.tokenOf(uuidv7()), keys.tokenOf(uuidv7())]
  const flipped = Array.from({ length: 256 }, (_, bit) => {
    const bytes = bytesOf(one)
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return bytes.toString('base64url')
  })
  const swapped = Buffer.concat([bytesOf(one).subarray(0, 16), bytesOf(other).subarray(16)]).toString('base64url')
  const turned = Buffer.concat([bytesOf(one).subarray(16), bytesOf(one).subarray(0, 16)]).toString('base64url')
  // The last character of 32 bytes in base64 has two unused bits.
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spelled = [1, 2, 3].map((unused) => one.slice(0, -1) + last[last.indexOf(one.at(-1) ?? '') + unused])
  const others = [one.slice(1), `${one}A`, `${one}=`, '', 'x'.repeat(43), bytesOf(one).toString('base64')]
  for (const token of [...flipped, swapped, turned, ...spelled, ...others.filter((text) => text !== one)])
    expect(keys.linkIdOf(token), token).toBeUndefined()
})

test('the token of a calendar feed contains the id of the feed, and is not valid as the token of a review link', () => {
  const id = uuidv7()
  const token = keys.feedTokenOf(id)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(keys.feedIdOf(token)).toBe(id)
  expect(keys.linkIdOf(token)).toBeUndefined()
  expect(keys.feedIdOf(keys.tokenOf(id))).toBeUndefined()
})

test('the previous key is accepted during a rotation, and no other key', () => {
  const id = uuidv7()
  const token = keys.tokenOf(id)
  const next = newKey()
  const rotated = createReviewKeys({ REVIEW_LINK_KEY: next, REVIEW_LINK_KEY_PREVIOUS: key })
  expect(rotated.linkIdOf(token)).toBe(id)
  expect(rotated.isCodeOf('decision-code', id, keys.codeOf('decision-code', id))).toBe(true)
  expect(rotated.isDigestOf('browser', id, keys.digestOf('browser', id))).toBe(true)
  expect(rotated.tokenOf(id)).not.toBe(token)
  expect(createReviewKeys({ REVIEW_LINK_KEY: next }).linkIdOf(token)).toBeUndefined()
})

test('the token of an invitation contains the id of the colleague, and is not valid as the token of a review link', () => {
  const id = uuidv7()
  const token = keys.invitationTokenOf(id)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect([keys.colleagueIdOf(token), keys.linkIdOf(token)]).toEqual([id, undefined])
  expect(keys.colleagueIdOf(keys.tokenOf(id))).toBeUndefined()
})

test('a code has six digits and is valid for one purpose and subject', () => {
  const codes = Array.from({ length: 200 }, () => uuidv7()).map((id) => [id, keys.codeOf('decision-code', id)] as const)
  for (const [id, code] of codes) {
    expect(code).toMatch(/^\d{6}$/)
    expect(keys.isCodeOf('decision-code', id, code)).toBe(true)
  }
  const [[id = '', code = ''] = []] = codes
  expect(keys.isCodeOf('browser-code', id, code)).toBe(false)
  expect(keys.isCodeOf('decision-code', uuidv7(), code)).toBe(false)
  expect(keys.isCodeOf('decision-code', id, '')).toBe(false)
})

test('a key must have 32 bytes', () => {
  expect(() => createReviewKeys({ REVIEW_LINK_KEY: randomBytes(31).toString('base64') })).toThrow('REVIEW_LINK_KEY must be 32 random bytes')
  expect(() => createReviewKeys({ REVIEW_LINK_KEY: key, REVIEW_LINK_KEY_PREVIOUS: 'short' })).toThrow('REVIEW_LINK_KEY_PREVIOUS must be')
})
