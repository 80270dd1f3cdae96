import { runInContext } from '@app/chassis/logging/context.ts'
import { partSlots } from '@app/chassis/storage/part-slots.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const never = new AbortController().signal
const ignore = () => {}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))])

it('grants all free slots; further uploads wait in order', async () => {
  const acquire = partSlots({ slots: 2 })
  const [first, second] = [await acquire(never, ignore), await acquire(never, ignore)]
  const [third, fourth] = [acquire(never, ignore), acquire(never, ignore)]
  expect(await isSettled(third)).toBe(false)
  second()
  await third
  expect(await isSettled(fourth)).toBe(false)
  first()
  await fourth
})

it('one caller cannot use all slots', async () => {
  const acquire = partSlots({ slots: 3 })
  const as = (caller: string) => runInContext({ correlationId: 'c1', caller }, () => acquire(never, ignore))
  const first = await as('a')
  await as('a')
  const third = as('a')
  expect(await isSettled(third)).toBe(false)
  await as('b')
  first()
  await third
})

it('releasing a slot again frees no second slot', async () => {
  const acquire = partSlots({ slots: 1 })
  const first = await acquire(never, ignore)
  first()
  first()
  await acquire(never, ignore)
  expect(await isSettled(acquire(never, ignore))).toBe(false)
})

it('an upload that is aborted while it waits takes no slot', async () => {
  const acquire = partSlots({ slots: 1 })
  const first = await acquire(never, ignore)
  const gone = new AbortController()
  const second = acquire(gone.signal, ignore)
  const third = acquire(never, ignore)
  gone.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  first()
  await third
})

it('a slow upload is ended while others wait, and only then', async () => {
  const acquire = partSlots({ slots: 1, partLimitMs: 20_000 })
  const ended: string[] = []
  const first = await acquire(never, ({ message }) => ended.push(message))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toEqual([])
  const second = acquire(never, ignore)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(ended).toEqual(['This upload took too long. Please try again later.'])
  first()
  await second
})

it('an upload that waits too long is rejected with Retry-After, and takes no slot', async () => {
  const acquire = partSlots({ slots: 1, waitLimitMs: 55_000 })
  const first = await acquire(never, ignore)
  const late = expect(acquire(never, ignore)).rejects.toMatchObject({ code: 'busy', kind: 'unavailable', details: { retryAfter: 10 } })
  await vi.advanceTimersByTimeAsync(55_000)
  await late
  first()
  await acquire(never, ignore)
})
