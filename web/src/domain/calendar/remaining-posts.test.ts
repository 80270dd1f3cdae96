import { expect, it } from 'vitest'
import type { CalendarDay } from './entries.ts'
import { describeRemaining } from './remaining-posts.ts'

const dayOf = (date: string, more: number | null = 0): CalendarDay => ({ date, entries: [{ key: date, date, title: 'Bread' }], more })

it.each([
  ['a month without posts', '2026-11-10', [], 'No posts in November 2026.'],
  ['a month whose posts are over', '2026-11-10', [dayOf('2026-11-09')], 'No more posts in November 2026.'],
  [
    'a month whose posts are over, with a post in its last week',
    '2026-11-27',
    [dayOf('2026-12-04'), dayOf('2026-11-09'), dayOf('2026-12-01')],
    'No more posts in November 2026. The next post is on Tuesday, December 1.',
  ],
  ['the last days of a month', '2026-11-27', [dayOf('2026-11-09'), dayOf('2026-11-30')], '1 more post in November 2026.'],
  ['the last days with a full day', '2026-11-27', [dayOf('2026-11-27', 1), dayOf('2026-11-30')], '3 more posts in November 2026.'],
  ['the last days with an uncounted day', '2026-11-27', [dayOf('2026-11-30', null)], 'Many more posts in November 2026.'],
  ['the first days of a month', '2026-11-10', [dayOf('2026-11-30')], undefined],
  ['a past month with posts', '2026-12-27', [dayOf('2026-11-30')], undefined],
  ['a past month without posts', '2026-12-27', [dayOf('2026-12-01')], 'No posts in November 2026.'],
])('%s', (_case, today, days, words) => {
  expect(describeRemaining('2026-11', today, days)).toBe(words)
})
