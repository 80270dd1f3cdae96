import { expect, it } from 'vitest'
import { gather } from './gather.ts'

/** A handler whose runs end when they are told to. */
function handler() {
  const runs: { items: string[]; end: () => void; fail: () => void }[] = []
  const started = async (count: number) => expect.poll(() => runs.length).toBe(count)
  const handle = (items: ReadonlySet<string>) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    runs.push({ items: [...items], end: resolve, fail: () => reject(new Error('down')) })
    return promise
  }
  return { runs, started, add: gather(handle, 5) }
}

it('a burst is one run, each thing in it once', async () => {
  const { runs, started, add } = handler()
  for (const item of ['a', 'b', 'a', 'a']) add(item)
  expect(runs).toEqual([])
  await started(1)
  expect(runs[0]?.items).toEqual(['a', 'b'])
})

it('what comes meanwhile is one more run behind it, never one beside it', async () => {
  const { runs, started, add } = handler()
  add('a')
  await started(1)
  for (const item of ['b', 'c']) add(item)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await started(2)
  expect(runs[1]?.items).toEqual(['b', 'c'])
})

it('goes on after a run that failed', async () => {
  const { runs, started, add } = handler()
  add('a')
  await started(1)
  runs[0]?.fail()
  add('b')
  await started(2)
  expect(runs[1]?.items).toEqual(['b'])
})
