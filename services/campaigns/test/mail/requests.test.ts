import { testRefusedMailRequests } from '@app/chassis/testing/mail-requests.ts'
import { campaignMailTopics } from '@app/contracts/http/mail-content.ts'
import { afterAll, beforeAll } from 'vitest'
import { type Service, setUp } from '../setup.ts'
import { composing } from './composing.ts'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

testRefusedMailRequests(
  composing(() => service),
  campaignMailTopics,
)
