import { adminListPosts } from '@app/contracts/http/posts.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { answer, reply } from '../../../testing/api.ts'
import { boardOf, companyOf } from '../../../testing/board.ts'
import { taskOf } from '../../../testing/fixtures.ts'
import { sendToAdminStream } from '../../../testing/live.ts'
import { address, openApp, signInAs } from '../../../testing/open.tsx'
import { postOf } from '../../../testing/posts.ts'
import { atEachWidth } from '../../../testing/widths.ts'
import '../CompanyPanel.tsx'
import './CompanyPosts.tsx'
import './PostsTab.tsx'

const company = companyOf(1, { companyName: 'Harbor Bakery' })
const posts = page.getByRole('list', { name: 'Posts, newest first' }).getByRole('article')

beforeEach(async () => {
  signInAs.admin()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-15T17:00:00Z') })
  await page.viewport(1440, 900)
})

it('the tab lists the posts of all companies, those of one, and new ones at once', async () => {
  const task = taskOf({ taskId: 5, companyProfileId: company._id, currentStatus: 'Posted' })
  boardOf({ company, tasks: [task] })
  const list = [postOf({ companyProfileId: company._id, companyName: 'Harbor Bakery' })]
  const asked = answer(adminListPosts, () => reply(adminListPosts, list))
  await openApp(`/admin/dashboard?tab=posts&forCompany=${company._id}`)
  await expect.element(posts.getByText('Harbor Bakery', { exact: false })).toBeVisible()
  await expect.element(posts.getByText('Approved by the owner in the portal on Mon, Oct 12, 2026')).toBeVisible()
  expect(asked[0]?.address).toBe(`/api/admin/posts?companyProfileId=${company._id}&limit=20`)
  expect(await commands.axeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Show all companies' }).click()
  await expect.poll(() => asked.at(-1)?.address).toBe('/api/admin/posts?limit=20')
  await page.getByRole('button', { name: 'Mine' }).click()
  await expect.poll(() => asked.at(-1)?.address).toBe('/api/admin/posts?manager=me&limit=20')
  list.unshift(postOf({ taskId: 6, title: 'Soup day' }))
  sendToAdminStream({ type: 'tasks.task-posted.v1', companyProfileId: company._id, taskId: 6 })
  await expect.element(posts.getByRole('link', { name: 'Soup day' })).toBeVisible()
  await atEachWidth(() => expect.element(posts.getByRole('link', { name: 'Soup day' })).toBeVisible())
})

it('the page of a company has its posts, whose filters leave the list below as it is', async () => {
  boardOf({ company, tasks: [] })
  const asked = answer(adminListPosts, () => reply(adminListPosts, [postOf()]))
  await openApp(`/admin/dashboard?tab=companies&q=harbor&company=${company._id}&part=posts`)
  const panel = page.getByRole('dialog', { name: 'Harbor Bakery' })
  await expect.element(panel.getByRole('link', { name: 'Winter bread' })).toBeVisible()
  await panel.getByRole('combobox', { name: 'Month' }).selectOptions('December 2026')
  await panel.getByRole('searchbox', { name: 'Search posts' }).fill('bread')
  await expect
    .poll(() => asked.at(-1)?.address)
    .toBe(`/api/admin/posts?month=2026-12&search=bread&companyProfileId=${company._id}&limit=20`)
  expect(address()).toBe(`/admin/dashboard?tab=companies&q=harbor&company=${company._id}&part=posts`)
})
