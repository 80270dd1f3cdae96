import { createFairQueue } from '@app/chassis/limits/fair-queue.ts'
import { expect, it } from 'vitest'

const full = () => new Error('full')

/** Enters the queue once for each key, and records who has a place. */
function enterAll(queue: ReturnType<typeof createFairQueue>, keys: readonly (string | undefined)[]) {
  const entered: string[] = []
  const leaves: (() => void)[] = []
  const all = keys.map(async (key, at) => {
    const leave = await queue.enter(key)
    entered.push(`${key}${at}`)
    leaves.push(leave)
  })
  return { entered, leaves, all }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('limits each key, and gives a free place to the key that uses the fewest', async () => {
  const queue = createFairQueue({ places: 3, placesPerKey: 2, waitMs: 60_000, refusal: full })
  const { entered, leaves, all } = enterAll(queue, ['a', 'a', 'a', 'a', 'b', 'b', 'c'])
  await settled()
  expect(entered).toEqual(['a0', 'a1', 'b4'])
  expect(queue.waiting()).toBe(4)
  leaves[0]?.()
  await settled()
  expect(entered.at(-1)).toBe('c6')
  leaves[1]?.()
  await settled()
  expect(entered.at(-1)).toBe('a2')
  for (let at = 2; at < 7; at++) {
    leaves[at]?.()
    await settled()
  }
  await Promise.all(all)
  expect(queue.waiting()).toBe(0)
})

it('callers without a key share no limit', async () => {
  const queue = createFairQueue({ places: 3, placesPerKey: 1, waitMs: 60_000, refusal: full })
  await Promise.all(enterAll(queue, [undefined, undefined, undefined]).all)
})

it('refuses a caller that waited too long or that finds too many others, and keeps no place for it', async () => {
  const queue = createFairQueue({ places: 1, placesPerKey: 1, waitMs: 60_000, refusal: full })
  const leave = await queue.enter('a')
  await expect(queue.enter('a', { waitMs: 1 })).rejects.toThrow('full')
  const crowd = Array.from({ length: 501 }, () => queue.enter('a'))
  await expect(crowd[500]).rejects.toThrow('full')
  expect(queue.waiting()).toBe(500)
  leave()
  ;(await crowd[0])?.()
  ;(await crowd[1])?.()
  await expect(crowd[2]).resolves.toBeTypeOf('function')
})

it('a key with many callers delays each other key by one place', async () => {
  const queue = createFairQueue({ places: 1, placesPerKey: 1, waitMs: 60_000, refusal: full })
  const { entered, leaves, all } = enterAll(queue, ['a', 'a', 'a', 'b', 'c', 'b'])
  for (let at = 0; at < 6; at++) {
    await settled()
    leaves[at]?.()
  }
  await Promise.all(all)
  expect(entered).toEqual(['a0', 'a1', 'b3', 'c4', 'a2', 'b5'])
})

it('limits the waiting callers of one key and of all keys', async () => {
  const queue = createFairQueue({ places: 1, placesPerKey: 1, waitMs: 60_000, waitingPerKeyMax: 2, waitingMax: 3, refusal: full })
  await queue.enter('a')
  const waiting = ['a', 'a', 'b'].map((key) => queue.enter(key))
  await expect(queue.enter('a')).rejects.toThrow('full')
  await expect(queue.enter('c')).rejects.toThrow('full')
  expect(queue.waiting()).toBe(waiting.length)
})

it('a caller that is aborted leaves the queue', async () => {
  const queue = createFairQueue({ places: 1, placesPerKey: 1, waitMs: 60_000, refusal: full })
  const leave = await queue.enter('a')
  const gone = new AbortController()
  const waiting = queue.enter('a', { signal: gone.signal })
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  expect(queue.waiting()).toBe(0)
  await expect(queue.enter('b', { signal: gone.signal })).rejects.toThrow('gone')
  leave()
  await expect(queue.enter('b')).resolves.toBeTypeOf('function')
})
