import { expect, test, vi } from 'vitest'
import { createInFlightMails } from '../src/sending/in-flight-mails.ts'

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

test('the number of connections stays reduced for a minute after the relay refused an additional connection', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const inFlight = createInFlightMails()
  const begin = (): number => {
    let begun = 0
    for (let one = inFlight.next(); one; one = inFlight.next()) {
      one.isStarted = true
      begun += 1
    }
    return begun
  }
  for (let n = 0; n < 40; n++) inFlight.add(claimed(n))
  expect(begin()).toBe(20)
  const [refused, ended] = [...inFlight.all].filter(({ isStarted }) => isStarted)
  const end = (one: typeof ended) => one && inFlight.all.delete(one)
  end(refused)
  expect([inFlight.reduceConnections(), begin()]).toEqual([true, 0])
  end(ended)
  expect(begin()).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(begin()).toBe(1)
  vi.useRealTimers()
})

test('the number of connections is not reduced if the relay refused the only connection', () => {
  const inFlight = createInFlightMails()
  inFlight.add(claimed(1))
  expect(inFlight.reduceConnections()).toBe(false)
  expect(inFlight.next()).toBeDefined()
})
