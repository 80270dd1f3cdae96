import { expect, it } from 'vitest'
import { formatPlaybackTime } from '../src/format/playback-time.ts'

it('a position in a video has minutes and two digits of seconds', () => {
  expect([0, 999, 7_400, 60_000, 754_000].map(formatPlaybackTime)).toEqual(['0:00', '0:00', '0:07', '1:00', '12:34'])
})
