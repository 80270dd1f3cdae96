import '../AdminDashboardPage.tsx'
import '../tabs/TaskGridTab.tsx'
import '../task/TaskPanel.tsx'
import './BoardTools.tsx'
import './refresh.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { beforeEach, expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { answer, type Sent } from '../../../testing/api.ts'
import { boardOf, type OnBoard } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'

const RELOAD = 'id: p2\nevent: reload\ndata: {"id":0,"type":"notifications.reload","message":"","companyProfileId":null,"taskId":null}\n\n'

let bakery: OnBoard
let asked: ReturnType<typeof boardOf>
let streams: Sent[]
let line: ReadableStreamDefaultController<Uint8Array>

const sendOnStream = (text: string) => line.enqueue(new TextEncoder().encode(text))
const requests = () => Object.fromEntries(Object.entries(asked).map(([route, sent]) => [route, sent.length]))

beforeEach(async () => {
  signInAs.admin()
  bakery = { company, tasks: [5, 6].map((taskId) => taskOf({ taskId, title: `Post ${taskId}` })) }
  asked = boardOf(bakery)
  streams = answer(streamNotifications, () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        line = controller
      },
    })
    return new Response(body)
  })
  await openApp('/admin/dashboard?tab=total&task=5')
  await expect.element(page.getByRole('dialog', { name: 'Post 5' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Total Tasks: 2' })).toBeVisible()
  await expect.poll(() => asked.company.length).toBe(1)
  await expect.poll(() => streams.length).toBe(1)
  sendOnStream('retry: 2000\n: connected\n\nid: p1\n\n')
})

function changeWithoutEvent(): void {
  bakery.tasks[0] = taskOf({ taskId: 5, title: 'Rye bread', version: 3 })
  bakery.tasks.push(taskOf({ taskId: 7, title: 'Post 7' }))
}

async function expectAllRefreshed(): Promise<void> {
  await expect.element(page.getByRole('dialog', { name: 'Rye bread' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Total Tasks: 3' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Post 7', includeHidden: true })).toBeInTheDocument()
}

it('reload events make the screen request each of its resources once: list, counts and open task', async () => {
  const before = requests()
  changeWithoutEvent()
  for (let times = 0; times < 5; times += 1) sendOnStream(RELOAD)
  await expectAllRefreshed()
  const once = Object.fromEntries(Object.entries(before).map(([route, count]) => [route, count + (count > 0 ? 1 : 0)]))
  expect(requests()).toEqual(once)
})

it('if the connection is lost before the first notification, the stream resumes from the position that the server sent first', {
  tags: 'nightly',
}, async () => {
  line.close()
  await expect.poll(() => streams.length, { timeout: 15_000 }).toBe(2)
  expect(streams[1]?.headers.get('last-event-id')).toBe('p1')
})

it('after being offline, the stream resumes from the last event id, and the screen requests each of its resources once', {
  tags: 'nightly',
}, async () => {
  sendOnStream(
    'id: p1b\nevent: notification\ndata: {"id":1,"type":"x","message":"","companyProfileId":null,"taskId":null,"createdAt":""}\n\n',
  )
  await commands.setOffline(true)
  line.error(new TypeError('network error'))
  changeWithoutEvent()
  const before = requests()
  await commands.setOffline(false)
  await expect.poll(() => streams.length, { timeout: 15_000 }).toBe(2)
  expect(streams[1]?.headers.get('last-event-id')).toBe('p1b')
  for (let times = 0; times < 5; times += 1) sendOnStream(RELOAD)
  await expectAllRefreshed()
  const after = requests()
  // The screen requests each resource once after the stream is reconnected. Before that, TanStack Query may also refetch stale data,
  // because the browser is online again. So there are at most two requests.
  for (const [route, count] of Object.entries(before)) expect(after[route]).toBeLessThanOrEqual(count + (count > 0 ? 2 : 0))
})
