import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

test('every call of the service turns away those it is not for', async () => {
  expect(await findAccessViolations(service.app, 'crm-proxy')).toEqual([])
})
