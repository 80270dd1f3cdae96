import '../features/coming-soon/TrackingExpense.tsx'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ownerWith } from '../testing/fixtures.ts'
import { address, openApp } from '../testing/open.tsx'

const bar = page.getByRole('navigation', { name: 'Sections' })
/** Sections in the order of the sidebar, with their indexes. The indexes are fixed, because emails and bookmarks contain them. */
const numbered = ['Digital Content', 'Campaign 2', 'Documents 3', 'Tracking Expense 6', 'Invoice 7', 'Company Profile 4']
const current = () => bar.element().querySelector('[aria-current="page"]')

/** Returns the label and the index of each entry of the sidebar. The entry of the open section is not a link, so it has no index. */
const entries = () =>
  [...bar.element().querySelectorAll('ul > li > :is(a, span)')].map((entry) =>
    [entry.textContent, entry.getAttribute('href')?.replace('/management?section=', '')].filter(Boolean).join(' '),
  )

afterEach(() => page.viewport(1440, 900))

it.each([1440, 1024, 768, 390])('at %i px the sections are in their order; the open section is marked and is no link', async (width) => {
  ownerWith()
  await page.viewport(width, 900)
  await openApp('/management')
  await expect.element(bar).toBeInTheDocument()
  expect(entries().filter((entry) => numbered.includes(entry))).toEqual(numbered)
  expect(entries()).not.toContain('Customer Engagement 1')
  if (width === 390) {
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Tracking Expense' }).click()
  } else await bar.getByRole('link', { name: 'Tracking Expense' }).click()
  await expect.element(page.getByRole('heading', { name: 'Tracking Expense' })).toHaveFocus()
  expect(address()).toBe('/management?section=6')
  expect(current()?.textContent).toBe('Tracking Expense')
  expect(entries()).toContain('Digital Content 0')
  expect(bar.getByRole('button', { name: /^More/ }).elements()).toHaveLength(width === 390 ? 1 : 0)
})

it.each(['5', '99', '-1', 'documents', ''])('?section=%s is invalid and shows the first section', async (section) => {
  ownerWith()
  await openApp(`/management?section=${section}`)
  await expect.element(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  expect(current()?.textContent).toBe('Digital Content')
})
