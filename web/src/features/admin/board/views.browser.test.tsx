import '../AdminDashboardPage.tsx'
import '../tabs/CompaniesTab.tsx'
import '../tabs/CompanyTable.tsx'
import '../tabs/TaskTable.tsx'
import '../task/TaskPanel.tsx'
import './BoardTools.tsx'
import '../tabs/TaskGridTab.tsx'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boardOf, type OnBoard, searchesOf, someCompanies } from '../../../testing/board.ts'
import { taskOf } from '../../../testing/fixtures.ts'
import { address, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

beforeEach(() => signInAs.admin())

const cards = () => page.getByRole('article').elements().length

it('the compact view shows twenty companies on one screen; it is stored in the URL and remembered', { tags: 'nightly' }, async () => {
  const asked = boardOf(...someCompanies(30, 3))
  const app = await openApp('/admin/dashboard?tab=tasks')
  await page.getByRole('button', { name: 'Compact' }).click()
  await expect.element(page.getByRole('row', { name: /^Company 20 / })).toBeVisible()
  expect(address()).toBe('/admin/dashboard?tab=tasks&view=dense')
  expect(
    page
      .getByRole('row', { name: /^Company 20 / })
      .element()
      .getBoundingClientRect().bottom,
  ).toBeLessThanOrEqual(900)
  await expect.poll(() => searchesOf(asked.companies)).toContain('?withTasks=true&cards=0&unconfirmed=false&limit=20')
  await app.unmount()

  await openApp('/admin/dashboard?tab=pending&sort=newest')
  await expect.element(page.getByRole('row', { name: /^#90 Post 90 Company 30 Pending/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cards' }).click()
  await expect.poll(cards).toBeGreaterThanOrEqual(60)
})

it('arrow keys move between rows and cards, Enter opens one, and closing it restores the focus', { tags: 'nightly' }, async () => {
  boardOf(...someCompanies(12))
  await openApp('/admin/dashboard?tab=pending&sort=newest&view=dense')
  const link = (title: string) => page.getByRole('link', { name: title, exact: true })
  await expect.element(link('#12 Post 12')).toBeVisible()
  ;(link('#12 Post 12').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.element(link('#11 Post 11')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Post 11' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(link('#11 Post 11')).toHaveFocus()

  await page.getByRole('button', { name: 'Cards' }).click()
  await expect.element(link('Post 12')).toBeVisible()
  ;(link('Post 12').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(link('Post 11')).toHaveFocus()
  const top = () => document.activeElement?.getBoundingClientRect().top ?? 0
  const above = top()
  await userEvent.keyboard('{ArrowDown}')
  expect(top()).toBeGreaterThan(above)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(link('Post 11')).toHaveFocus()
})

it('the compact view marks a task with an unconfirmed approval, a changed brief or a bounced email, like its card', async () => {
  const approved = someCompanies(2).map(({ company, tasks }, at) => ({
    company,
    tasks: tasks.map((task) => ({
      ...task,
      currentStatus: 'Approved' as const,
      approvalUnconfirmed: at === 0,
      briefVersion: at === 0 ? 2 : 1,
      emailBounced: at === 1,
    })),
  }))
  boardOf(...approved)
  await openApp('/admin/dashboard?tab=approved&view=dense')
  const marked = page.getByRole('row').filter({ hasText: 'Unconfirmed' })
  await expect.element(marked).toBeVisible()
  await atEachWidth(() => expect.element(marked.getByText('Approved', { exact: true })).toBeVisible())
  await expect.element(marked.getByText('Changed since version 1')).toBeVisible()
  expect(marked.elements()).toHaveLength(1)
  expect(page.getByRole('row').filter({ hasText: 'Email bounced' }).elements()).toHaveLength(1)

  await page.getByRole('button', { name: 'Cards' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Unconfirmed' })
  await expect.element(card.getByText('Changed since version 1')).toBeVisible()
  await expect.element(page.getByRole('article').filter({ hasText: 'Email bounced. Please call.' })).toBeVisible()
})

it.each(['tasks', 'total'])('the compact view of %s fits each width', async (tab) => {
  boardOf(...someCompanies(3, 2))
  await openApp(`/admin/dashboard?tab=${tab}&view=dense`)
  await expect.element(page.getByRole('table')).toBeVisible()
  await atEachWidth(() => expect(page.getByRole('row').elements().length).toBeGreaterThanOrEqual(3))
})

it('the compact view shows long titles and names on two lines', async () => {
  await page.viewport(1280, 900)
  onTestFinished(() => page.viewport(1440, 900))
  const [one] = someCompanies(1)
  const company = { ...(one as OnBoard).company, companyName: 'Lowcountry Waterfront Museum' }
  const title = 'Announce the winter evening with the tour of the upper rooms'
  boardOf({ company, tasks: [taskOf({ title, companyProfileId: company._id })] })
  const isWhole = (element: Element) => {
    const cell = element.closest('th, td') as HTMLElement
    return element.scrollHeight <= element.clientHeight + 1 && cell.scrollWidth <= cell.clientWidth && cell.clientHeight >= 40
  }
  const app = await openApp('/admin/dashboard?tab=total&view=dense')
  const link = page.getByRole('link', { name: `#5 ${title}` })
  await expect.element(link).toBeVisible()
  expect([link, page.getByText(company.companyName)].map((locator) => isWhole(locator.element()))).toEqual([true, true])
  await app.unmount()
  await openApp('/admin/dashboard?tab=tasks&view=dense')
  await expect.element(page.getByRole('link', { name: `View ${company.companyName}` })).toBeVisible()
  const header = page.getByRole('rowheader').element()
  expect(header.scrollWidth).toBeLessThanOrEqual(header.clientWidth)
  const view = page.getByRole('link', { name: `View ${company.companyName}` }).element()
  expect(view.getBoundingClientRect().right).toBeLessThanOrEqual((view.closest('td') as HTMLElement).getBoundingClientRect().right)
})
