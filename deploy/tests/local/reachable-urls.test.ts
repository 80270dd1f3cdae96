import { expect, it } from 'vitest'
import { reachableUrls } from '../../local/reachable-urls.ts'

const machine = {
  name: 'Studio',
  interfaces: {
    lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true } as const],
    en0: [
      { address: 'fe80::1', family: 'IPv6', internal: false } as const,
      { address: '192.168.7.20', family: 'IPv4', internal: false } as const,
    ],
  },
}
const settings = { HOST: '127.0.0.1', PORT: 8080, PUBLIC_URL: 'http://localhost:8080', NODE_ENV: 'development' }

it.each([
  ['127.0.0.1', ['http://127.0.0.1:8080']],
  ['0.0.0.0', ['http://127.0.0.1:8080', 'http://studio:8080', 'http://192.168.7.20:8080']],
  ['::', ['http://127.0.0.1:8080', 'http://studio:8080', 'http://192.168.7.20:8080']],
  ['192.168.7.20', ['http://192.168.7.20:8080']],
  ['fd00::1', ['http://[fd00::1]:8080']],
])('with HOST=%s, the product can also be opened at %j', (HOST, urls) => {
  expect(reachableUrls({ ...settings, HOST }, machine)).toEqual(urls)
})

it('in production, the product can be opened only at PUBLIC_URL', () => {
  expect(reachableUrls({ ...settings, HOST: '0.0.0.0', NODE_ENV: 'production' }, machine)).toEqual([])
})
