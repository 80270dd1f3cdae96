import { downloadPosts, exportPosts, listPosts, type PostedTask } from '@app/contracts/http/posts.ts'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { ownerWith, taskOf } from '../../../testing/fixtures.ts'
import { sendToOwnerStream } from '../../../testing/live.ts'
import { address, go, openApp } from '../../../testing/open.tsx'
import { approvalOf, postOf } from '../../../testing/posts.ts'
import { atEachWidth } from '../../../testing/widths.ts'
import '../components/TaskDetail.tsx'
import './OwnerPosts.tsx'

const POSTS = '/management?view=posts'
const LINK = 'https://www.instagram.com/p/1/'
const posts = page.getByRole('list', { name: 'Posts, newest first' }).getByRole('article')
const titles = () =>
  page
    .getByRole('region', { name: 'Posts' })
    .getByRole('link', { name: /^Post/ })
    .elements()
    .map(({ textContent }) => textContent)
const choice = (name: string) => page.getByRole('combobox', { name })

/** Mocks the list of posts. The array is read at each request. */
function listOf(...list: PostedTask[]): { list: PostedTask[]; asked: Sent[] } {
  ownerWith(taskOf({ currentStatus: 'Posted' }))
  return { list, asked: answer(listPosts, () => reply(listPosts, list)) }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-15T17:00:00Z') })
  await page.viewport(1440, 900)
})

it('a post says what was posted where and when, and who approved it; its title opens the task', async () => {
  const ana = approvalOf({ role: 'colleague', deciderName: 'Ana', channel: 'review-link' })
  listOf(
    postOf({ postLinks: { platform_insta: LINK }, fileCount: 3, alternativeText: 'A loaf', approval: ana }),
    postOf({ taskId: 6, title: 'Soup day', timeZone: 'America/Los_Angeles', doneTaskImage: null, caption: '', approval: null }),
  )
  await openApp('/management')
  await page.getByRole('button', { name: 'Posts', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  await expect.poll(address).toBe(POSTS)
  const first = posts.nth(0)
  await expect.element(first.getByText('Posted Wed, Oct 14, 2026, 9:05 AM')).toBeVisible()
  await expect.element(first.getByRole('img', { name: 'A loaf' })).toBeVisible()
  await expect.element(first.getByText('3 files')).toBeVisible()
  await expect.element(first.getByText('The winter bread is back.')).toBeVisible()
  await expect.element(first.getByText('Approved by Ana by link on Mon, Oct 12, 2026')).toBeVisible()
  const link = first.getByRole('link', { name: /^View on Instagram/ })
  await expect.element(link).toHaveAttribute('href', LINK)
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(posts.nth(1).getByText('Posted Wed, Oct 14, 2026, 6:05 AM PDT')).toBeVisible()
  expect(await commands.axeViolations()).toEqual([])
  await atEachWidth(() => expect.element(link).toBeVisible())
  await first.getByRole('link', { name: 'Winter bread' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' })).toBeVisible()
})

it('a long caption is shown whole on demand', async () => {
  listOf(postOf({ caption: 'A sentence about bread. '.repeat(60) }), postOf({ taskId: 6, caption: 'Short.' }))
  await openApp(POSTS)
  const button = page.getByRole('button', { name: 'Show whole caption' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  expect(button.elements()).toHaveLength(1)
  const height = () => page.getByText(/^A sentence about bread/).element().clientHeight
  const before = height()
  await button.click()
  await expect.poll(height).toBeGreaterThan(before * 2)
  await page.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(height).toBe(before)
})

it('filters are in the URL, and Back restores them', async () => {
  const { list, asked } = listOf(postOf())
  await openApp(POSTS)
  await expect.element(posts).toBeVisible()
  await choice('Month').selectOptions('December 2026')
  await choice('Platform').selectOptions('Instagram')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('bread')
  await expect.poll(address).toBe(`${POSTS}&month=2026-12&platform=platform_insta&q=bread`)
  await expect.poll(() => asked.at(-1)?.address).toBe('/api/posts?month=2026-12&platform=platform_insta&search=bread&limit=20')
  await expect.element(page.getByText('(1 found for "bread")')).toBeVisible()
  list.length = 0
  await go(-1)
  await expect.poll(address).toBe(`${POSTS}&month=2026-12`)
  await expect.element(choice('Platform')).toHaveValue('')
  await expect.element(page.getByText('No posts match.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all posts' }).click()
  await expect.poll(address).toBe(POSTS)
  await expect.element(page.getByText(/^Nothing was posted yet\. Approved posts appear here/)).toBeVisible()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect.poll(address).toBe('/management')
})

it('further posts load at the end of the list, and a post that was launched meanwhile appears', async () => {
  ownerWith()
  const all = Array.from({ length: 30 }, (_, at) => postOf({ taskId: 100 - at, title: `Post ${100 - at}` }))
  const asked = answer(listPosts, ({ address: sent }) => {
    const query = new URL(sent, window.location.href).searchParams
    const from = Number(query.get('cursor') ?? 0)
    const end = from + Number(query.get('limit'))
    const headers = end < all.length ? { link: `</posts?cursor=${end}>; rel="next"` } : undefined
    return Response.json(all.slice(from, end), { headers })
  })
  await openApp(POSTS)
  await expect.poll(() => titles()).toHaveLength(20)
  await userEvent.keyboard('{End}')
  await expect.poll(() => titles()).toHaveLength(30)
  all.unshift(postOf({ taskId: 101, title: 'Post 101' }))
  const before = asked.length
  sendToOwnerStream('tasks.task-posted.v1', 101)
  await expect.poll(() => titles()[0]).toBe('Post 101')
  expect(asked[before]?.address).toBe('/api/posts?limit=30')
})

it('the listed posts are saved as CSV and ZIP files, and a refusal says what to do', async () => {
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  listOf(postOf())
  const csv = answer(exportPosts, () => new Response('csv'))
  const zip = answer(downloadPosts, () => refusal(422, 'A ZIP file holds up to 1,000 files. Choose a month, a platform or a search.'))
  await openApp(`${POSTS}&month=2026-12`)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved).toEqual(['posts-2026-12.csv'])
  expect(csv[0]?.address).toBe('/api/posts/posts.csv?month=2026-12')
  await page.getByRole('button', { name: 'Download files (ZIP)' }).click()
  await expect.element(page.getByText(/^A ZIP file holds up to 1,000 files\. Choose a month/)).toBeVisible()
  expect(zip[0]?.headers.get('authorization')).toBe('Bearer owner-token')
})

it('posts that failed to load can be loaded again', async () => {
  ownerWith()
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer(listPosts, () => promise)
  await openApp(POSTS)
  await expect.element(page.getByRole('status', { name: 'Loading posts' })).toBeVisible()
  resolve(refusal(500, 'Something went wrong.'))
  await expect.element(page.getByText('We couldn’t load the posts.')).toBeVisible()
  answer(listPosts, () => reply(listPosts, [postOf()]))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(posts).toBeVisible()
})
