import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { expect, test } from 'vitest'
import { patternsOf } from '../src/board/search.ts'

test.each([
  ['one word', 'pie', ['%pie%']],
  ['words with punctuation around them', ' “Palm-Bakery” 50% ', ['%“palm-bakery”%', '% 50\\%%']],
  ['only punctuation', '!? —', undefined],
  ['nothing', undefined, undefined],
])('%s: returns a pattern for each word with a letter or digit', (_what, search, patterns) => {
  expect(patternsOf(search)).toEqual(patterns)
})

test.each(['!', ' ', 'a', '! ', '\ufdfa', '\u0300'])(
  'a search text that repeats %j is parsed without blocking the event loop',
  { tags: 'nightly' },
  async (piece) => {
    // The route limits the length of the search text, but `patternsOf` does not.
    expect(await longestEventLoopBlock(() => patternsOf(piece.repeat(200_000)))).toBeLessThan(BLOCK_MAX_MS)
  },
)
