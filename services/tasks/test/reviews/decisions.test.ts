import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read, setUp } from '../setup.ts'
import { type Reviewer, reviewer, reviewing } from './reviewing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
let link: ReturnType<typeof reviewing>
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
  link = reviewing(service)
})
afterAll(() => service.stop())

const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()

test('a link shows the preview, and neither GET nor HEAD changes the task or the link', async () => {
  const { task, token } = await link.linked(owner)
  const review = await link.review(token)
  expect(review).toMatchObject({
    state: 'open',
    sentTo: 'm…@harborpine.example',
    expiresAt: '2026-12-21T17:00:00Z',
    company: { name: 'Palm Bakery', logo: null, color: null },
    task: { taskId: task.taskId, title: task.title },
    preview: { number: 1, isCurrent: true },
    currentPreviewNo: 1,
    decision: null,
    canUndo: false,
    canResend: false,
  })
  const responses = await Promise.all(Array.from({ length: 100 }, (_, at) => (at % 2 ? link.get(token) : link.head(token))))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await fresh(task)).toEqual(task)
  expect(await link.review(token)).toEqual(review)
})

test('one POST approves, and the next gets 410 with the outcome', async () => {
  const { task, token } = await link.linked(owner)
  const approved = await link.approve(token)
  expect(approved.statusCode).toBe(200)
  expect(approved.json()).toMatchObject({
    state: 'decided',
    decision: { kind: 'approve', channel: 'review-link', sentTo: 'm…@harborpine.example', isUnconfirmed: false },
    canUndo: true,
  })
  expect(await fresh(task)).toMatchObject({ currentStatus: 'Approved', approvedPreviewNo: 1, approvalUnconfirmed: false })
  for (const response of [await link.approve(token), await link.referBack(token)])
    expect(response.json()).toMatchObject({ status: 410, code: 'review-ended', review: { ...approved.json() } })
  const [event, ...others] = await link.decisions(task)
  expect(others).toEqual([])
  expect(event?.data).toMatchObject({ channel: 'review-link', previewNo: 1, reviewLink: { recipientKind: 'owner', recipientId: owner.id } })
  expect(event?.data).not.toHaveProperty('decidedBy')
})
