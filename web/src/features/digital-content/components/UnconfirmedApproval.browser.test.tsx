import { confirmApproval } from '@app/contracts/http/reviews.ts'
import { updateTask } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { ownerWith, taskOf } from '../../../testing/fixtures.ts'
import { openApp } from '../../../testing/open.tsx'
import './TaskDetail.tsx'
import './UnconfirmedApproval.tsx'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const notice = panel.getByRole('region', { name: 'Did you approve this preview?' })
const button = (name: string) => panel.getByRole('button', { name, exact: true })

async function openTask(approvalUnconfirmed: boolean) {
  const tasks = ownerWith(taskOf({ currentStatus: 'Approved', approvalUnconfirmed }))
  await openApp('/management?show=task-5')
  await expect.element(panel).toBeVisible()
  return tasks
}

it('a confirmed approval has no notice', async () => {
  await openTask(false)
  await expect.element(panel.getByRole('img', { name: 'Task Preview of Winter bread' })).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
})

it('the owner confirms an approval, and the notice disappears', async () => {
  await openTask(true)
  await expect.element(notice.getByText(/^This preview was approved through the link in our email/)).toBeVisible()
  const sent = answer(confirmApproval, () => reply(confirmApproval, taskOf({ currentStatus: 'Approved', version: 3 })))
  await button('Confirm').click()
  await expect.element(page.getByText('Approval confirmed')).toBeInTheDocument()
  await expect.element(notice).not.toBeInTheDocument()
  expect(sent.map(({ address }) => address)).toEqual(['/api/task/task-5/confirm-approval'])
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
})

it('the owner undoes an approval, and can decide again in the same panel', async () => {
  await openTask(true)
  const sent = answer(updateTask, () => reply(updateTask, taskOf({ version: 3 })))
  await button('Undo approval').click()
  await expect.element(button('Approve')).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([{ currentStatus: 'Pending', version: taskOf().version }])
})

it('a confirmation that fails keeps the notice and says why', async () => {
  await openTask(true)
  answer(confirmApproval, () => refusal(409, 'This task is not approved.'))
  await button('Confirm').click()
  await expect.element(page.getByText('This task is not approved.')).toBeInTheDocument()
  await expect.element(button('Confirm')).not.toHaveAttribute('aria-disabled')
})

it('feedback that a machine may have sent is not called the owner’s', async () => {
  const feedback = {
    feedback: 'Warmer',
    doneTaskImage: null,
    clientSuggestImage: null,
    previewNo: 1,
    createdAt: '2026-12-01T12:00:00.000Z',
  }
  const own = taskOf({ currentStatus: 'Roll Back', rollbackFeedback: [feedback] })
  const unconfirmed = [feedback, { ...feedback, isUnconfirmed: true }]
  ownerWith(own, taskOf({ taskId: 6, currentStatus: 'Roll Back', rollbackFeedback: unconfirmed }))
  const { unmount } = await openApp('/management?show=task-5')
  await expect.element(page.getByText('You referred this back. A new preview is on its way.')).toBeVisible()
  await unmount()
  await openApp('/management?show=task-6')
  await expect.element(page.getByText(/an email app may have sent it/)).toBeVisible()
  expect(page.getByText(/^You referred/).elements()).toEqual([])
})
