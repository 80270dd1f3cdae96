import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

test('each route rejects callers without access', async () => {
  expect(await findAccessViolations(service.app, 'crm-proxy')).toEqual([])
})
