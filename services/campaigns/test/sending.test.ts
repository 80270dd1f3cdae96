import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { people, setUpSending } from './sending-setup.ts'

let sending: Awaited<ReturnType<typeof setUpSending>>
let relay: TestRelay

beforeAll(async () => {
  sending = await setUpSending()
})
afterAll(() => sending.stop())
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  relay.answerNow()
  await sending.quiet()
  await relay.close()
})

const untilDone = (id: string) =>
  vi.waitFor(async () => expect((await sending.dispatch(id)).state).toBe('done'), { timeout: 20_000, interval: 50 })

it('everybody gets the mail once, with their own words, and then the dispatch is done', async () => {
  const id = await sending.dispatchTo(people(300))
  sending.start(relay.url)
  await untilDone(id)
  expect(await sending.states(id)).toEqual({ accepted: 300 })
  expect(new Set(relay.recipients).size).toBe(300)
  expect(relay.mails).toHaveLength(300)
  const subjects = relay.mails.map(({ subject }) => subject)
  expect(new Set(subjects).size).toBe(300)
  expect(subjects).toContain('Pies for Person 7')
})
