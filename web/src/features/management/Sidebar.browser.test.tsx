import { Circle } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import shell from './ManagementPage.module.css'
import { Sidebar } from './Sidebar.tsx'

const words = ['Digital Content', 'Customer Engagement', 'Campaign', 'Documents', 'Tracking Expense', 'Invoice', 'Company Profile']
const shortLabels: Record<string, string> = {
  'Digital Content': 'Content',
  'Customer Engagement': 'Customer',
  'Tracking Expense': 'Expense',
}
const entries = words.map((label, at) => ({
  to: `?section=${at}`,
  label,
  shortLabel: shortLabels[label],
  icon: <Circle aria-hidden="true" />,
  isComing: label === 'Tracking Expense' || label === 'Invoice',
  ...(label === 'Invoice' && { waiting: { count: 120, what: 'not paid yet' } }),
}))

const Shown = ({ count }: { count: number }) => (
  <div className={shell.shell}>
    <Sidebar entries={entries.slice(0, count)} current={useLocation().search || '?section=0'} />
  </div>
)
const open = (count = entries.length, address = '/') => openPart(<Shown count={count} />, address)

const bar = page.getByRole('navigation', { name: 'Sections' })
const more = bar.getByRole('button', { name: /^More/ })
/** The names of the menu entries, without their counts. */
const namesInMenu = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent?.replace(/9.*/, ''))

/** Returns the entries that can be pressed. Hidden elements have no height. */
const targets = () => [...bar.element().querySelectorAll('li > *:not([popover])')].filter((target) => target.clientHeight > 0)

afterEach(() => page.viewport(1440, 900))

it.each([
  { width: 1440, places: 7, hasWords: true },
  { width: 1024, places: 7, hasWords: false },
  { width: 768, places: 7, hasWords: false },
  { width: 390, places: 5, hasWords: true },
  { width: 320, places: 5, hasWords: true },
])('at $width px there are $places entries of at least 40 px, with no text cut off', async ({ width, places, hasWords }) => {
  await page.viewport(width, 800)
  await open()
  await expect.poll(() => targets().length).toBe(places)
  for (const target of targets()) {
    const { left, right, top, bottom, height } = target.getBoundingClientRect()
    expect(Math.min(right - left, height)).toBeGreaterThanOrEqual(40)
    expect(left >= 0 && right <= width && top >= 0 && bottom <= 800, target.textContent ?? '').toBe(true)
    if (hasWords) expect(target.scrollWidth, target.textContent ?? '').toBeLessThanOrEqual(target.clientWidth)
  }
})

it.each([
  { width: 390, count: 7 },
  { width: 390, count: 4 },
  { width: 320, count: 7 },
])('at $width px with $count entries, the bar has entries of equal width, labels on one line, and full names', async ({ width, count }) => {
  await page.viewport(width, 800)
  await open(count)
  await expect.element(bar.getByRole('link', { name: 'Customer Engagement', exact: true })).toBeVisible()
  const widths = targets().map((target) => target.getBoundingClientRect().width)
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1)
  for (const target of targets()) {
    const label = target.querySelector(':scope > span:not(.visually-hidden)') as HTMLElement
    const { lineHeight } = getComputedStyle(label)
    expect(label.getBoundingClientRect().height, target.textContent ?? '').toBe(Number.parseFloat(lineHeight))
    expect(label.getBoundingClientRect().width, target.textContent ?? '').toBeLessThanOrEqual(target.clientWidth)
  }
  // A long word outside the bar would widen the page.
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it('the bar of a phone shows short labels, and wider screens show the whole labels', async () => {
  await page.viewport(390, 800)
  await open()
  const customers = bar.getByRole('link', { name: 'Customer Engagement', exact: true })
  const omitted = customers.getByText('Engagement', { exact: true })
  expect(omitted.element().clientWidth).toBeLessThanOrEqual(1)
  await page.viewport(1440, 800)
  await expect.poll(() => omitted.element().getBoundingClientRect().width).toBeGreaterThan(50)
})

it('marks the current entry, which is not a link, and shows the counts of other entries', async () => {
  await open()
  expect(bar.element().querySelectorAll('[aria-current="page"]')).toHaveLength(1)
  await expect.element(bar.getByRole('link', { name: 'Digital Content' })).not.toBeInTheDocument()
  await bar.getByRole('link', { name: 'Invoice (120 not paid yet)' }).click()
  await expect.poll(() => bar.element().querySelector('[aria-current="page"]')?.textContent).toContain('Invoice')
  await expect.element(bar.getByRole('link', { name: 'Digital Content' })).toBeVisible()
})

it.each([1024, 768])('at %i px an entry shows its label when it has the focus', async (width) => {
  await page.viewport(width, 800)
  await open()
  const word = bar.getByText('Campaign').element()
  expect(word.clientWidth).toBeLessThan(5)
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(bar.getByRole('link', { name: 'Campaign' })).toHaveFocus()
  expect(word.clientWidth).toBeGreaterThan(50)
})

it('on a phone, the remaining entries are in a menu that works with the keyboard and names the open entry', async () => {
  await page.viewport(390, 800)
  await open()
  await expect.element(more).toHaveAccessibleName('More (120 waiting)')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(more).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const menu = page.getByRole('menu')
  // Sections that are not available yet come last.
  expect(namesInMenu()).toEqual(['Company Profile', 'Tracking Expense', 'Invoice'])
  const { bottom } = menu.element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(more.element().getBoundingClientRect().top)
  await userEvent.keyboard('{Enter}')
  await expect.element(more).toHaveAccessibleName('More (Company Profile is open) (120 waiting)')

  await more.click()
  const current = menu.getByRole('menuitem', { name: 'Company Profile' })
  await expect.element(current).toHaveAttribute('aria-current', 'page')
  await current.click()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(more).toHaveFocus()
  expect(window.location.search).toBe('?section=6')
})

it.each([
  { count: 4, places: 4 },
  { count: 5, places: 5 },
  { count: 6, places: 5 },
])('with $count entries, a phone shows four in the bar and the others in a menu', async ({ count, places }) => {
  await page.viewport(390, 800)
  await open(count)
  await expect.element(bar.getByRole('link', { name: 'Documents' })).toBeVisible()
  await expect.poll(() => targets().length).toBe(places)
  if (count === 4) return expect.element(more).not.toBeInTheDocument()
  await more.click()
  expect(namesInMenu()).toEqual(words.slice(4, count))
})
