import { type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isAnythingUnsent } from '../../../shared/form/unsent.ts'
import { answer, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { address, openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { mockDeliveries, pngFile } from '../../../testing/previews.ts'
// The bundles are loaded before the tests, so that the loading does not count towards the timeout of a test.
import '../AdminDashboardPage.tsx'
import '../tabs/LaunchTab.tsx'
import '../tabs/TaskGridTab.tsx'
import './LaunchForm.tsx'
import './TaskPanel.tsx'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const question = page.getByRole('dialog', { name: 'Discard what you entered?', exact: true })
const comment = panel.getByRole('textbox', { name: 'Admin Post Comment' })

async function openTask(task: Task, tab: 'launch' | 'pending' | 'refer-back') {
  signInAs.admin(tokenOf('root'))
  boardOf({ company, tasks: [task] })
  const app = await openApp(`/admin/dashboard?tab=${tab}`)
  await page.getByRole('link', { name: 'Winter bread' }).click()
  await expect.element(panel).toBeVisible()
  return app
}

const drafts = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('draft '))

const asksBeforeUnload = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('a chosen image that is not uploaded yet asks for confirmation before the panel closes or the page unloads', {
  tags: 'nightly',
}, async () => {
  await openTask(taskOf({ doneTaskImage: null }), 'pending')
  const chosen = panel.getByText('cup.png')
  await userEvent.upload(panel.getByLabelText(/Upload Task Image/), await pngFile('cup.png'))
  await expect.element(chosen).toBeVisible()
  expect([isAnythingUnsent(), asksBeforeUnload()]).toEqual([true, true])

  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(chosen).toBeVisible()
  window.history.back()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(chosen).toBeVisible()
  await expect.poll(address).toBe('/admin/dashboard?tab=pending&task=5')

  const { uploads } = mockDeliveries([taskOf()])
  await panel.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.element(page.getByText('Task image uploaded successfully')).toBeInTheDocument()
  await expect.element(chosen).not.toBeInTheDocument()
  expect(uploads.map(({ body }) => ((body as FormData).get('file1') as File).name)).toEqual(['cup.png'])
  await expect.poll(() => [isAnythingUnsent(), asksBeforeUnload()]).toEqual([false, false])
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

it('an unsent comment is restored after a reload, and its draft is deleted after the launch', { tags: 'nightly' }, async () => {
  const approved = taskOf({ currentStatus: 'Approved', targetPostingDate: '2026-01-05' })
  const first = await openTask(approved, 'launch')
  await comment.fill('Posted at nine.')
  await first.unmount()

  const again = await openTask(approved, 'launch')
  await expect.element(comment).toHaveValue('Posted at nine.')
  await expect.element(panel.getByRole('status').filter({ hasText: 'We restored what you entered before.' })).toBeVisible()
  const posted = taskOf({ currentStatus: 'Posted', adminPostComment: 'Posted at nine.', version: 3 })
  const sent = answer(updateTask, () => reply(updateTask, posted))
  await panel.getByRole('button', { name: 'Launch', exact: true }).click()
  await expect.element(panel.getByRole('button', { name: 'Launched' })).toBeVisible()
  expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ currentStatus: 'Posted', adminPostComment: 'Posted at nine.' })
  expect(drafts()).toEqual([])
  await again.unmount()

  // The comment of a posted task is read-only, so it creates no draft.
  boardOf({ company, tasks: [posted] })
  await openApp('/admin/dashboard?tab=launch&task=5')
  await expect.element(comment).toHaveValue('Posted at nine.')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  expect(drafts()).toEqual([])
})

it('an unconfirmed approval is marked, and is launched only after the admin has ticked that the client confirmed it', async () => {
  await openTask(taskOf({ currentStatus: 'Approved', approvalUnconfirmed: true, targetPostingDate: '2026-01-05' }), 'launch')
  expect(page.getByText('Unconfirmed', { exact: true }).elements()).toHaveLength(2)
  await expect
    .element(panel.getByText('An email app may have sent this approval, not a person. Call the company before you launch.'))
    .toBeVisible()
  const launch = panel.getByRole('button', { name: 'Launch', exact: true })
  await expect.element(launch).toHaveAttribute('aria-disabled', 'true')

  const sent = answer(updateTask, () => reply(updateTask, taskOf({ currentStatus: 'Posted', version: 3 })))
  await comment.fill('Posted at nine.')
  await userEvent.keyboard('{Enter}')
  await panel.getByRole('checkbox', { name: 'The company confirmed the approval' }).click()
  await launch.click()
  await expect.element(panel.getByRole('button', { name: 'Launched' })).toBeVisible()
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([
    { currentStatus: 'Posted', adminPostComment: 'Posted at nine.', version: expect.any(Number), acceptUnconfirmed: true },
  ])
})

it('feedback that a mail scanner may have sent is marked in the history', async () => {
  const entry = { feedback: 'Warmer', clientSuggestImage: null, doneTaskImage: null, previewNo: 1, createdAt: '2026-12-02T12:00:00.000Z' }
  const rollbackFeedback = [entry, { ...entry, feedback: 'test', isUnconfirmed: true }]
  await openTask(taskOf({ currentStatus: 'Roll Back', rollbackFeedback }), 'refer-back')
  const marked = panel.getByRole('listitem').filter({ hasText: 'Unconfirmed' })
  await expect.element(marked).toMatchTextContent(/2\. test ?An email app may have sent this feedback/)
  expect(marked.elements()).toHaveLength(1)
})

it('lists the empty fields in one line', async () => {
  await openTask(taskOf({ tagline: 'Slow mornings', doneTaskImage: null, platform_insta: false, submissionForReview: null }), 'pending')
  await expect
    .element(panel.getByText(/^Not given:/).element().parentElement)
    .toHaveTextContent(
      'Not given: purpose, headline, key offer, call to action, branding guidelines, additional info, description, deadline date, platforms, reference image',
    )
  await expect.element(panel.getByText('Slow mornings')).toBeVisible()
  expect(panel.getByText('Purpose', { exact: true }).elements()).toEqual([])
})
