import { setLocale } from '@app/contracts/format/locale.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { setDeployedLocale } from '../format/deployed.ts'
import { Time } from './Time.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T17:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  setLocale('en-US')
})

const shown = () => {
  const time = page.getByRole('time').element() as HTMLTimeElement
  return { text: time.textContent, title: time.title, dateTime: time.dateTime }
}

it.each([
  { value: '2026-11-26', text: 'tomorrow', title: 'Thu, Nov 26, 2026' },
  { value: '2026-11-29', text: 'Sun', title: 'Sun, Nov 29, 2026' },
  { value: '2026-12-07', text: 'Mon, Dec 7, 2026', title: '' },
  { value: '2026-11-23T14:00:00Z', text: 'Mon', title: 'Mon, Nov 23, 2026, 9:00 AM' },
  { value: '2026-11-25T14:00:00Z', clock: true, text: 'today, 9:00 AM', title: 'Wed, Nov 25, 2026, 9:00 AM' },
  { value: '2026-11-26', full: true, text: 'Thu, Nov 26, 2026', title: '' },
  { value: '2026-11-25T14:00:00Z', full: true, clock: true, text: 'Wed, Nov 25, 2026, 9:00 AM', title: '' },
])('shows $value as "$text", and the full date in the title: "$title"', async ({ text, title, ...props }) => {
  await openPart(<Time {...props} />)
  expect(shown()).toEqual({ text, title, dateTime: props.value })
})

it('the locale is the one that the gateway has written into the page', async () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'business-locale', content: 'de-DE' })
  document.head.append(meta)
  setDeployedLocale()
  meta.remove()
  await openPart(<Time value="2026-12-07" />)
  expect(shown().text).toBe('Mo., 7. Dez. 2026')
})
