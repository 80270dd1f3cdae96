import { partBuffers } from '@app/chassis/storage/part-buffers.ts'
import { expect, it } from 'vitest'

const never = new AbortController().signal
const ignore = () => {}
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))])

it('takes no more memory than it may: who comes later waits, in order', async () => {
  const take = partBuffers({ atOnce: 2, bytes: 10 })
  const [first, second] = [await take(never, ignore), await take(never, ignore)]
  const [third, fourth] = [take(never, ignore), take(never, ignore)]
  expect(await isSettled(third)).toBe(false)
  second.giveBack()
  expect((await third).buffer).toBe(second.buffer)
  expect(await isSettled(fourth)).toBe(false)
  first.giveBack()
  expect((await fourth).buffer).toBe(first.buffer)
})

it('who leaves while waiting takes nobody’s turn', async () => {
  const take = partBuffers({ atOnce: 1, bytes: 10 })
  const first = await take(never, ignore)
  const gone = new AbortController()
  const second = take(gone.signal, ignore)
  const third = take(never, ignore)
  gone.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  first.giveBack()
  expect((await third).buffer).toBe(first.buffer)
})

it('who is slow is ended when others wait, and only then', async () => {
  const take = partBuffers({ atOnce: 1, bytes: 10, patienceMs: 30 })
  const ended: string[] = []
  const first = await take(never, ({ message }) => ended.push(message))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(ended).toEqual([])
  const second = take(never, ignore)
  await expect.poll(() => ended[0]).toBe('This upload took too long to arrive. Please try again later.')
  first.giveBack()
  ;(await second).giveBack()
})

it('a turn lasts for several parts, as long as everybody else’s comes in time', async () => {
  const take = partBuffers({ atOnce: 1, bytes: 10, turnWithinMs: 100 })
  const first = await take(never, ignore)
  await new Promise((resolve) => setTimeout(resolve, 110))
  expect(first.keep()).toBe(true)
  const second = take(never, ignore)
  expect(first.keep()).toBe(false)
  first.giveBack()
  const next = await second
  const others = [take(never, ignore), take(never, ignore)]
  expect(next.keep()).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(next.keep()).toBe(false)
  next.giveBack()
  for (const other of others) (await other).giveBack()
})

it('who waits for too long is told to come again, and takes nobody’s turn', async () => {
  const take = partBuffers({ atOnce: 1, bytes: 10, waitMs: 30 })
  const first = await take(never, ignore)
  await expect(take(never, ignore)).rejects.toMatchObject({ code: 'busy', kind: 'unavailable', details: { retryAfter: 10 } })
  first.giveBack()
  ;(await take(never, ignore)).giveBack()
})
