import { endCalendarFeed, getCalendarFeed, listPlannedDates, renewCalendarFeed } from '@app/contracts/http/calendar.ts'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { ownerWith } from '../../../testing/fixtures.ts'
import { openApp } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'
import './CalendarFeed.tsx'
import './OwnerCalendar.tsx'

const panel = page.getByRole('dialog', { name: 'Subscribe to your calendar' })
const field = panel.getByRole('textbox', { name: 'Calendar address' })

/** Mocks the feed of an owner. Each address has another number. Returns the number of the current address, or 0 if the feed is off. */
async function openFeed(first = 0) {
  const feed = { number: first, last: first }
  ownerWith()
  answer(listPlannedDates, () => reply(listPlannedDates, { dates: [], isComplete: true }))
  answer(getCalendarFeed, () =>
    reply(getCalendarFeed, { url: feed.number ? `https://portal.example/calendar/token-${feed.number}.ics` : null }),
  )
  answer(renewCalendarFeed, () => {
    feed.last += 1
    feed.number = feed.last
    return reply(renewCalendarFeed, { isOn: true })
  })
  answer(endCalendarFeed, () => {
    feed.number = 0
    return reply(endCalendarFeed, { isOn: false })
  })
  await openApp('/management?view=calendar')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect.element(panel).toBeVisible()
  return feed
}

it('the address can be turned on, copied, replaced and turned off', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openFeed()
  await panel.getByRole('button', { name: 'Turn on the calendar address' }).click()
  await expect.element(field).toHaveValue('https://portal.example/calendar/token-1.ics')
  await panel.getByRole('button', { name: 'Copy address' }).click()
  await expect.element(panel.getByText('Address copied.')).toBeVisible()
  expect(copied).toHaveBeenCalledWith('https://portal.example/calendar/token-1.ics')
  await expect
    .element(panel.getByRole('link', { name: 'Open in your calendar app' }))
    .toHaveAttribute('href', 'webcal://portal.example/calendar/token-1.ics')
  copied.mockRestore()

  await panel.getByRole('button', { name: 'Replace address' }).click()
  const replace = page.getByRole('dialog', { name: 'Replace the address?' })
  await expect.element(replace.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await replace.getByRole('button', { name: 'Replace' }).click()
  await expect.element(field).toHaveValue('https://portal.example/calendar/token-2.ics')
  // The message about the copied address is no longer shown.
  await expect.element(panel.getByText('Address copied.')).not.toBeInTheDocument()

  await panel.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog', { name: 'Turn off the address?' }).getByRole('button', { name: 'Turn off' }).click()
  await expect.element(panel.getByRole('button', { name: 'Turn on the calendar address' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Subscribe' })).toHaveFocus()
})

it('a failed change does not replace the address', async () => {
  await openFeed(7)
  await expect.element(field).toHaveValue('https://portal.example/calendar/token-7.ics')
  answer(renewCalendarFeed, () => refusal(422, 'Not possible right now.'))
  await panel.getByRole('button', { name: 'Replace address' }).click()
  await page.getByRole('dialog', { name: 'Replace the address?' }).getByRole('button', { name: 'Replace' }).click()
  await expect.element(page.getByText('Not possible right now.')).toBeInTheDocument()
  await expect.element(field).toHaveValue('https://portal.example/calendar/token-7.ics')
})

it('the panel fits at each width', async () => {
  await openFeed(1)
  await expect.element(field).toBeVisible()
  await atEachWidth(() => expect.element(panel.getByRole('button', { name: 'Copy address' })).toBeVisible())
})
