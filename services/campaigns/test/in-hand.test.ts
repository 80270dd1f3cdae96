import { expect, test, vi } from 'vitest'
import { createHand } from '../src/sending/in-hand.ts'

const claimed = (n: number) => ({
  id: String(n),
  dispatchId: 'd',
  companyId: 'c',
  provider: n % 2 ? 'google' : 'others',
  email: `p${n}@a.example`,
  token: String(n),
  merge: {},
  claim: 1,
  attempts: 1,
  isOld: false,
  maybeTwice: false,
  suppression: null,
})

test('the connections that a crowded relay left are made do with for a minute', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const hand = createHand()
  const begin = (): number => {
    let begun = 0
    for (let one = hand.next(); one; one = hand.next()) {
      one.isBegun = true
      begun += 1
    }
    return begun
  }
  for (let n = 0; n < 40; n++) hand.add(claimed(n))
  expect(begin()).toBe(20)
  const [turnedAway, ended] = [...hand.all].filter(({ isBegun }) => isBegun)
  const end = (one: typeof ended) => one && hand.all.delete(one)
  end(turnedAway)
  expect([hand.useFewer(), begin()]).toEqual([true, 0])
  end(ended)
  expect(begin()).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(begin()).toBe(1)
  vi.useRealTimers()
})
