import '../AdminDashboardPage.tsx'
import '../tabs/CompaniesTab.tsx'
import '../tabs/CompanyTable.tsx'
import './BoardTools.tsx'
import '../tabs/LaunchTab.tsx'
import '../tabs/TaskGridTab.tsx'
import { listBoardCompanies, listBoardTasks } from '@app/contracts/http/board.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal } from '../../../testing/api.ts'
import { boardOf, cardTitles, searchesOf, someCompanies } from '../../../testing/board.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { taskOf } from '../../../testing/fixtures.ts'
import { address, go, openApp, signInAs } from '../../../testing/open.tsx'

beforeEach(() => signInAs.admin())

const names = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent)
const rowNames = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((header) => header.querySelector('span')?.textContent)
const cards = () => page.getByRole('article').elements().length
const toTheEnd = () => window.scrollTo(0, document.documentElement.scrollHeight)

it('scrolling loads the next page of companies, and each page is requested once', { tags: 'nightly' }, async () => {
  const asked = boardOf(...someCompanies(45))
  await openApp('/admin/dashboard?tab=tasks')
  await expect.poll(() => names().length).toBe(20)
  expect(searchesOf(asked.companies)).toEqual(['?withTasks=true&cards=8&unconfirmed=false&limit=20'])
  for (const there of [40, 45]) {
    await expect
      .poll(() => {
        toTheEnd()
        return names().length
      })
      .toBe(there)
  }
  expect(page.getByRole('button', { name: 'Show more' }).elements()).toEqual([])
  expect(
    searchesOf(asked.companies)
      .slice(1)
      .map((search) => new URLSearchParams(search).get('cursor')),
  ).toEqual(['20', '40'])
  expect(names().at(-1)).toBe('Company 45')
})

it('scrolling also loads more search results, even if they start with the same companies as the list before', {
  tags: 'nightly',
}, async () => {
  boardOf(...someCompanies(30))
  await openApp('/admin/dashboard?tab=companies')
  const scrolled = () => {
    toTheEnd()
    return rowNames().length
  }
  await expect.poll(scrolled).toBe(30)
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('company')
  await expect.poll(() => scrolled() && page.getByText('(30 found for "company")').elements().length).toBe(1)
})

it('a page that failed to load can be retried by its button, and the loaded companies stay', { tags: 'nightly' }, async () => {
  boardOf(...someCompanies(30))
  await openApp('/admin/dashboard?tab=tasks')
  await expect.poll(() => names().length).toBe(20)
  answer(listBoardCompanies, () => refusal(500, 'Something went wrong.'))
  toTheEnd()
  await expect.element(page.getByText('We couldn’t load the rest of the list.')).toBeVisible()
  expect(names()).toHaveLength(20)
  boardOf(...someCompanies(30))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => names().length).toBe(30)
})

it('the search term is in the URL and sent to the server, and Back restores it', { tags: 'nightly' }, async () => {
  const asked = boardOf(...someCompanies(25))
  await openApp('/admin/dashboard?tab=companies')
  const box = page.getByRole('searchbox', { name: 'Search companies' })
  await box.fill('aiken 21')
  await expect.poll(rowNames).toEqual(['Company 21'])
  await expect.element(page.getByText('(1 found for "aiken 21")')).toBeVisible()
  expect(address()).toBe('/admin/dashboard?tab=companies&q=aiken+21')
  expect(searchesOf(asked.companies).at(-1)).toBe('?search=aiken+21&limit=20')

  await page.getByRole('link', { name: 'View Company 21' }).click()
  await expect.poll(address).toBe('/admin/dashboard?tab=companies&q=aiken+21&company=company-00021')
  await go(-1)
  await expect.element(box).toHaveValue('aiken 21')
  await box.fill('nowhere')
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await expect.element(box).toHaveFocus()
  await expect.poll(() => rowNames().length).toBe(25)
})

it('a search term over the length limit is cut before it is sent', async () => {
  const asked = boardOf(...someCompanies(2))
  await openApp('/admin/dashboard?tab=companies')
  const box = page.getByRole('searchbox', { name: 'Search companies' })
  await box.fill('company 2 '.repeat(12))
  await expect.poll(rowNames).toEqual(['Company 2'])
  const { search } = Object.fromEntries(new URLSearchParams(searchesOf(asked.companies).at(-1)))
  expect(search).toBe('company 2 '.repeat(10))
  await expect.element(box).toHaveValue('company 2 '.repeat(12))
})

it('tasks can be searched by company, title and number, and sorted; Back restores the previous order', { tags: 'nightly' }, async () => {
  const [first, second] = someCompanies(2)
  if (!first || !second) throw new Error('someCompanies(2) returned fewer than two companies')
  first.tasks = [taskOf({ taskId: 7, title: 'Early', targetPostingDate: '2026-12-30' })]
  second.tasks = [taskOf({ taskId: 8, title: 'Late', targetPostingDate: '2026-12-10' })]
  boardOf(first, second)
  await openApp('/admin/dashboard?tab=total')
  await expect.poll(cardTitles).toEqual(['Late', 'Early'])
  const box = page.getByRole('searchbox', { name: 'Search tasks' })
  for (const [term, found] of [
    ['company 1', ['Early']],
    ['late', ['Late']],
    ['7', ['Early']],
  ] as const) {
    await box.fill(term)
    await expect.poll(cardTitles, { message: term }).toEqual(found)
  }
  await box.fill('')
  await expect.poll(cardTitles).toHaveLength(2)
  await page.getByRole('combobox', { name: 'Sort' }).selectOptions('Review date')
  await page.getByRole('combobox', { name: 'Sort' }).selectOptions('Posting date')
  await expect.poll(address).toBe('/admin/dashboard?tab=total&sort=target')
  await expect.poll(cardTitles).toEqual(['Late', 'Early'])
  await go(-1)
  await expect.element(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('review')
})

it.each(['default', 'toString', 'name'])('?sort=%s is not a sort order of tasks and is not sent to the server', async (sort) => {
  const asked = boardOf(...someCompanies(1))
  await openApp(`/admin/dashboard?tab=total&sort=${sort}`)
  await expect.poll(cards).toBe(1)
  await expect.element(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('default')
  expect(searchesOf(asked.tasks)).toEqual(['?unconfirmed=false&limit=60'])
})

it('a strip loads its remaining cards when its end becomes visible', async () => {
  const asked = boardOf(...someCompanies(1, 15))
  await openApp('/admin/dashboard?tab=tasks')
  await expect.poll(cards).toBe(8)
  expect(asked.tasks).toEqual([])
  const strip = page.getByRole('group', { name: 'Tasks of Company 1' }).element()
  // The 9th item is the placeholder for the cards that are not loaded yet.
  await expect.poll(() => strip.querySelectorAll('li').length).toBe(9)
  strip.scrollTo({ left: strip.scrollWidth, behavior: 'instant' })
  await expect.poll(cards).toBe(15)
  expect(searchesOf(asked.tasks)).toEqual(['?companyProfileId=company-00001&open=true&limit=100'])
})

it('returning to a tab restores its scroll position', { tags: 'nightly' }, async () => {
  boardOf(...someCompanies(70))
  await openApp('/admin/dashboard?tab=companies')
  await expect.poll(() => rowNames().length).toBeGreaterThanOrEqual(20)
  toTheEnd()
  await expect.poll(() => rowNames().length).toBeGreaterThanOrEqual(40)
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(1_500)
  window.scrollTo(0, 600)
  await expect.poll(() => window.scrollY).toBe(600)
  await new Promise(requestAnimationFrame)
  const tab = (name: string) => page.getByRole('tab', { name }).element() as HTMLElement
  tab('Wait for Launch: 0').click()
  await expect.poll(() => window.scrollY).toBe(0)
  tab('Companies').click()
  await expect.poll(() => window.scrollY).toBe(600)
  expect(rowNames().length).toBeGreaterThanOrEqual(40)
})

it('a list that failed to load shows an error and can be retried; without any response the admin is sent to the login', async () => {
  boardOf(...someCompanies(1))
  answer(listBoardTasks, () => refusal(500, 'Something went wrong.'))
  const app = await openApp('/admin/dashboard?tab=total')
  await expect.element(page.getByRole('alert').filter({ hasText: 'Failed to fetch company profile' }).first()).toBeVisible()
  boardOf(...someCompanies(1))
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.poll(cards).toBe(1)
  await app.unmount()

  answer(listBoardTasks, () => Promise.reject(new TypeError('Failed to fetch')))
  await openApp('/admin/dashboard?tab=refer-back')
  await expect.element(page.getByText('An error occurred while fetching company details.')).toBeInTheDocument()
  await expect.poll(address).toBe('/admin/login')
})
