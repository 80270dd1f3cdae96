import { fairSlots } from '@app/chassis/storage/pictures/fair-slots.ts'
import { expect, it } from 'vitest'

const signal = new AbortController().signal
const options = { slots: 2, callerMax: 3, totalMax: 4, waitLimitMs: 10_000 }

it('a caller with many calls does not delay other callers', async () => {
  const acquire = fairSlots(options)
  const order: string[] = []
  const releases: (() => void)[] = []
  const take = async (caller: string) => {
    releases.push(await acquire(caller, signal))
    order.push(caller)
  }
  await Promise.all([take('many'), take('many')])
  const waiting = Promise.all([take('many'), take('many'), take('one'), take('other')])
  for (let granted = 2; granted < 6; granted++) {
    releases.shift()?.()
    await expect.poll(() => order.length).toBe(granted + 1)
  }
  await waiting
  expect(order).toEqual(['many', 'many', 'one', 'many', 'other', 'many'])
})

it('too many waiting calls, of one caller or of all, get 503', async () => {
  const acquire = fairSlots(options)
  const busy = { code: 'busy', kind: 'unavailable' }
  await acquire('many', signal)
  await acquire('many', signal)
  const waiting = ['many', 'many', 'many'].map((caller) => acquire(caller, signal))
  await expect(acquire('many', signal)).rejects.toMatchObject(busy)
  const last = acquire('one', signal)
  await expect(acquire('other', signal)).rejects.toMatchObject(busy)
  expect(waiting.length + [last].length).toBe(options.totalMax)
})

it('a call that is aborted or has waited too long leaves the queue', async () => {
  const acquire = fairSlots({ ...options, slots: 1, waitLimitMs: 20 })
  const release = await acquire('many', signal)
  const aborted = new AbortController()
  const waiting = acquire('many', aborted.signal)
  aborted.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(acquire('many', signal)).rejects.toMatchObject({ code: 'busy' })
  release()
  expect(await acquire('one', signal)).toBeTypeOf('function')
})
