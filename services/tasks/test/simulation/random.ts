/** A generator of random numbers that repeats for the same seed (mulberry32). */
export function randomNumbers(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from 0 to `count - 1`. */
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    pick: <T>(values: readonly T[]): T => values[below(values.length)] as T,
    /** Picks a key with a probability in proportion to its weight. */
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = Object.entries(weights) as [K, number][]
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        rest -= weight
        if (rest < 0) return key
      }
      return entries[0]?.[0] as K
    },
  }
}
