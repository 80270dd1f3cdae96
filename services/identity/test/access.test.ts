import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentity, type Identity } from './setup.ts'

let identity: Identity
beforeAll(async () => {
  identity = await createIdentity()
})
afterAll(() => identity.close())

test('every route rejects callers that are not allowed', async () => {
  const { keys, isRevoked } = testTokens
  const app = await identity.build({ signingKeys: { ...identity.deps.signingKeys, ...keys }, isRevoked })
  expect(await findAccessViolations(app, 'identity')).toEqual([])
})
