import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createReviewAddresses } from '../../src/mail/review-addresses.ts'

const DOMAIN = 'mail.palmetto.example'
const newKey = (): string => randomBytes(32).toString('base64')
const key = newKey()

function addressesWith(MAIL_ADDRESS_KEY: string, MAIL_ADDRESS_KEY_PREVIOUS?: string) {
  const addresses = createReviewAddresses({ REPLY_DOMAIN: DOMAIN, MAIL_ADDRESS_KEY, MAIL_ADDRESS_KEY_PREVIOUS })
  if (!addresses) throw new Error('There are no addresses')
  return addresses
}
const addresses = addressesWith(key)

test.each(['reply', 'bounce'] as const)('a %s address contains the id of the link, and its case is ignored', (kind) => {
  const returnId = crypto.randomUUID()
  const address = addresses.addressOf(kind, returnId)
  expect(address).toMatch(/^(reply|bounce)\+[0-9a-v]{45}@mail\.palmetto\.example$/)
  expect(address.indexOf('@')).toBeLessThanOrEqual(64)
  for (const spelled of [address, address.toUpperCase()]) expect(addresses.parse(spelled)).toEqual({ kind, returnId })
})

test('an address that no key created is not valid', () => {
  const address = addresses.addressOf('reply', crypto.randomUUID())
  const changed = Array.from(address.slice(6, 51), (_, at) => {
    const other = address[6 + at] === 'a' ? 'b' : 'a'
    return address.slice(0, 6 + at) + other + address.slice(7 + at)
  })
  const others = [
    address.replace('reply', 'bounce'),
    address.replace(DOMAIN, 'other.example'),
    address.replace('@', 'a@'),
    address.replace('reply+', 'reply+a'),
    'reply+@mail.palmetto.example',
    `reply+${'a'.repeat(45)}@${DOMAIN}`,
    `reply+${'a'.repeat(100_000)}@${DOMAIN}`,
    'reply',
    '',
  ]
  for (const each of [...changed, ...others]) expect(addresses.parse(each), each.slice(0, 80)).toBeUndefined()
})

test('a token of a campaign email is not valid', () => {
  for (const token of [randomBytes(16).toString('hex'), randomBytes(32).toString('base64url'), 'a'.repeat(45)])
    expect(addresses.parse(`bounce+${token}@${DOMAIN}`)).toBeUndefined()
})

test('addresses of the previous key are accepted during a rotation, and no other addresses', () => {
  const returnId = crypto.randomUUID()
  const address = addresses.addressOf('reply', returnId)
  const next = newKey()
  const rotated = addressesWith(next, key)
  expect(rotated.parse(address)).toEqual({ kind: 'reply', returnId })
  expect(rotated.addressOf('reply', returnId)).not.toBe(address)
  expect(addressesWith(next).parse(address)).toBeUndefined()
})

test('a domain needs a key of 32 bytes, and without a domain there are no addresses', () => {
  expect(createReviewAddresses({ MAIL_ADDRESS_KEY: key })).toBeUndefined()
  expect(() => createReviewAddresses({ REPLY_DOMAIN: DOMAIN })).toThrow('REPLY_DOMAIN needs MAIL_ADDRESS_KEY')
  expect(() => createReviewAddresses({ REPLY_DOMAIN: DOMAIN, MAIL_ADDRESS_KEY: 'short' })).toThrow('MAIL_ADDRESS_KEY must be')
})
