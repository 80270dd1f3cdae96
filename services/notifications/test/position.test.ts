import { describe, expect, it } from 'vitest'
import { formatPosition, type Position, parsePosition } from '../src/feed/position.ts'

const position: Position = { server: 1_795_000_000_123, at: 1_795_000_900, xmax: 5_000_000_321, running: [] }
const withRunning = (count: number): Position => ({
  ...position,
  running: Array.from({ length: count }, (_, index) => position.xmax - 1 - index * 1_000),
})

describe('the id of a live stream', () => {
  it.each([0, 1, 32])('preserves a position with %i running transactions', (count) => {
    expect(parsePosition(formatPosition(withRunning(count)))).toEqual(withRunning(count))
  })

  it('falls back to the oldest running transaction when there are more than 32', () => {
    const oldest = position.xmax - 1 - 32 * 1_000
    expect(parsePosition(formatPosition(withRunning(33)))).toEqual({ ...position, xmax: oldest, running: [] })
  })

  it.each([
    ['a number', '4711'],
    ['no transaction', 'a.b.0.'],
    ['a distance of zero', 'a.b.c.0'],
    ['a distance beyond the first transaction', 'a.b.c.zz'],
    ['an empty distance', 'a.b.zzz.1--2'],
    ['33 running transactions', `a.b.zzz.${Array.from({ length: 33 }, () => '1').join('-')}`],
    ['a long text', `${'a.'.repeat(8_000)}a`],
  ])('is rejected with %s', (_, token) => {
    expect(parsePosition(token)).toBeUndefined()
  })
})
