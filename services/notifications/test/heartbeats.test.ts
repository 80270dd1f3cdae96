import { person } from '@app/chassis/testing/people.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createSubscribers } from '../src/live/subscribers.ts'

const HEARTBEAT_MS = 15_000
const STREAMS = 300

it('sends each stream one heartbeat per interval, spread over the interval', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const subscribers = createSubscribers({ max: STREAMS, heartbeatMs: HEARTBEAT_MS })
  onTestFinished(() => subscribers.close())
  const beats = new Map<number, number>()
  const atOnce = new Map<number, number>()
  for (let n = 0; n < STREAMS; n++) {
    const { id } = person('owner')
    const write = () => {
      beats.set(n, (beats.get(n) ?? 0) + 1)
      atOnce.set(Date.now(), (atOnce.get(Date.now()) ?? 0) + 1)
    }
    subscribers.add({ id, role: 'owner', send() {}, stream: { write, end: async () => {} } })
  }
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  expect([...beats.values()]).toEqual(Array(STREAMS).fill(1))
  expect(Math.max(...atOnce.values())).toBeLessThan(STREAMS / 10)
})
