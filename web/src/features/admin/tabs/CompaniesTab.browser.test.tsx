import '../AdminDashboardPage.tsx'
import '../board/BoardTools.tsx'
import './CompaniesTab.tsx'
import './CompanyTable.tsx'
import { addDays } from '@app/contracts/rules/business-dates.ts'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { businessToday } from '../../../shared/format/dates.ts'
import { boardOf, companyOf, type OnBoard, searchesOf } from '../../../testing/board.ts'
import { taskOf } from '../../../testing/fixtures.ts'
import { address, go, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

const TAB = '/admin/dashboard?tab=companies'
const today = businessToday()

const bakery: OnBoard = {
  company: companyOf(1, { companyName: 'Bakery', phone: '8035550142', email: 'ann@bakery.example', createdAt: '2026-03-02T12:00:00.000Z' }),
  lastSignedInAt: new Date().toISOString(),
  tasks: [
    taskOf({ taskId: 1, doneTaskImage: null, targetPostingDate: addDays(today, -1) }),
    taskOf({ taskId: 2, currentStatus: 'Roll Back' }),
    taskOf({ taskId: 3, currentStatus: 'Approved' }),
  ],
}
const yoga: OnBoard = { company: companyOf(2, { companyName: 'Yoga', phone: '', email: '' }), tasks: [] }

beforeEach(() => signInAs.admin())

const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((header) => header.querySelector('span')?.textContent)
const heading = (name: string) => page.getByRole('columnheader', { name })

it('each company shows its contact as links, the last sign-in and what is open', async () => {
  boardOf(bakery, yoga)
  await openApp(TAB)
  const row = page.getByRole('row', { name: /^Bakery / })
  await expect.element(row.getByRole('link', { name: 'Call Bakery: (803) 555-0142' })).toHaveAttribute('href', 'tel:8035550142')
  await expect
    .element(row.getByRole('link', { name: 'Email Bakery: ann@bakery.example' }))
    .toHaveAttribute('href', 'mailto:ann@bakery.example')
  const cells = row
    .getByRole('cell')
    .elements()
    .slice(1, 7)
    .map(({ textContent }) => textContent)
  expect(cells.slice(0, 4)).toEqual(['today', '2', '0', '1'])
  expect(cells[4]).toMatch(/ overdue$/)
  expect(cells[5]).toBe('Mon, Mar 2, 2026')
  const empty = page.getByRole('row', { name: /^Yoga / })
  expect(empty.getByRole('link', { name: /^(Call|Email)/ }).elements()).toEqual([])
  await expect.element(empty.getByText('No record')).toBeVisible()
  await row.getByRole('link', { name: '2 Previews owed: tasks of Bakery' }).click()
  await expect.poll(address).toBe('/admin/dashboard?tab=tasks&q=Bakery')
})

it('a heading sorts on the server, a second press reverses the order, and both are in the URL', { tags: 'nightly' }, async () => {
  const asked = boardOf(bakery, yoga)
  await openApp(TAB)
  await expect.poll(names).toEqual(['Bakery', 'Yoga'])
  await expect.element(heading('Member since')).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Previews owed' }).click()
  await expect.poll(address).toBe(`${TAB}&sort=owed`)
  await expect.element(heading('Previews owed')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(heading('Member since')).not.toHaveAttribute('aria-sort')
  await page.getByRole('button', { name: 'Previews owed' }).click()
  await expect.poll(address).toBe(`${TAB}&sort=owed&reverse=true`)
  await expect.element(heading('Previews owed')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['Yoga', 'Bakery'])
  expect(searchesOf(asked.companies)).toEqual([
    '?unconfirmed=false&limit=20',
    '?sort=owed&unconfirmed=false&limit=20',
    '?sort=owed&reverse=true&unconfirmed=false&limit=20',
  ])
  await expect.element(page.getByRole('option', { name: 'Most previews owed (reversed)' })).toBeInTheDocument()
  await go(-1)
  await expect.element(heading('Previews owed')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('combobox', { name: 'Sort' }).selectOptions('Newest first')
  await expect.element(heading('Member since')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Member since' }).click()
  await expect.poll(address).toBe(TAB)
})

it('on a phone, a row with short texts is at most 72 px high, long texts wrap, and calls, emails and adds a task with targets of 44 px', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  const long = companyOf(2, { companyName: `A very long name ${'of a company '.repeat(5)}`, phone: '', email: '' })
  const posting = taskOf({ taskId: 9, companyProfileId: long._id, targetPostingDate: '2099-12-07' })
  boardOf(bakery, { company: long, tasks: [posting], lastSignedInAt: new Date().toISOString() })
  await openApp(TAB)
  await expect.element(page.getByText('2 owed · 1 to launch')).toBeVisible()
  const [short, other] = [...page.getByRole('table').element().querySelectorAll('tbody tr')].map(
    (row) => row.getBoundingClientRect().height,
  )
  expect(short).toBeLessThanOrEqual(72)
  // A long name and long dates wrap, and no text is cut off.
  expect(other).toBeLessThanOrEqual(108)
  const facts = page.getByText(/^Posts Mon, Dec 7, 2099 · Signed in today$/).element()
  expect(facts.scrollWidth).toBeLessThanOrEqual(facts.clientWidth)
  for (const name of [/^Call Bakery/, /^Email Bakery/, /^Add Task for Bakery/]) {
    const { width, height } = page.getByRole('link', { name }).element().getBoundingClientRect()
    expect([width, height]).toEqual([44, 44])
  }
  await page.getByRole('link', { name: /^Bakery/ }).click()
  await expect.element(page.getByRole('dialog', { name: 'Bakery' })).toBeVisible()
})

it('the table fits each width', async () => {
  boardOf(bakery, yoga)
  await openApp(TAB)
  await expect.element(page.getByRole('table')).toBeVisible()
  await atEachWidth(() => expect(page.getByRole('rowheader').elements()).toHaveLength(2))
})
