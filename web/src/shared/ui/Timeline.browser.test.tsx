import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { Timeline } from './Timeline.tsx'

it('tells when, who and what, in the order that is given', async () => {
  const [later, earlier] = [new Date(2026, 11, 7, 14, 31).toISOString(), new Date(2026, 11, 1, 9, 5).toISOString()]
  await openPart(
    <Timeline
      label="History"
      entries={[
        { id: '2', at: later, what: 'Sent to 128 customers' },
        { id: '1', at: earlier, who: 'Ann', what: 'Submitted' },
      ]}
    />,
  )
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem').elements()
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Mon 7 Dec 2026, 2:31 PMSent to 128 customers',
    'Tue 1 Dec 2026, 9:05 AM · AnnSubmitted',
  ])
  expect(entries.map((entry) => entry.querySelector('time')?.dateTime)).toEqual([later, earlier])
})
