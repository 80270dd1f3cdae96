import { expect, test } from 'vitest'
import { lockFaults } from './lock-faults.ts'

const integrity = 'sha512-AAAA'

test('a lock file without faults is accepted', () => {
  const packages = {
    '': {},
    gateway: {},
    'node_modules/@app/gateway': { resolved: 'gateway', link: true },
    'node_modules/plain': { integrity },
    'node_modules/plain/node_modules/@scope/built': { integrity, hasInstallScript: true },
    'node_modules/refused': { integrity, hasInstallScript: true },
  }
  expect(lockFaults({ packages }, { '@scope/built': true, refused: false })).toEqual([])
})

test('every fault is reported with its package', () => {
  const packages = {
    'node_modules/other-platform': {},
    'node_modules/plain/node_modules/@scope/telephones': { integrity, hasInstallScript: true },
    'node_modules/renamed': { name: 'scripted', integrity, hasInstallScript: true },
    'node_modules/fetched': { integrity, resolved: 'https://example.com/fetched.tgz' },
  }
  expect(lockFaults({ packages }, { renamed: true })).toEqual([
    'other-platform has no integrity',
    '@scope/telephones has an install script that allowScripts does not name',
    'scripted has an install script that allowScripts does not name',
    'fetched has a fixed download URL: https://example.com/fetched.tgz',
  ])
})
