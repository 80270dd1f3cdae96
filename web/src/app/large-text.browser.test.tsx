import { listCampaigns } from '@app/contracts/http/campaigns.ts'
import { listDocuments } from '@app/contracts/http/documents.ts'
import { listPreviews } from '@app/contracts/http/previews.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply } from '../testing/api.ts'
import { customerOf, listOf, ownerWithCustomers } from '../testing/customers.ts'
import { ownerWith, previewOf, taskOf } from '../testing/fixtures.ts'
import { openNewCompany } from '../testing/new-company.ts'
import { openApp } from '../testing/open.tsx'
import { withLargeText } from '../testing/widths.ts'
import '../features/campaigns/Campaigns.tsx'
import '../features/company/CompanyProfile.tsx'
import '../features/digital-content/components/ReferBack.tsx'
import '../features/digital-content/components/UndoApproval.tsx'
import '../features/digital-content/queue/ReviewQueue.tsx'
import '../features/documents/Documents.tsx'

const buttons = (...names: (string | RegExp)[]) => names.map((name) => page.getByRole('button', { name, exact: true }).element())

function ownerWithPreviews(): void {
  ownerWith(taskOf(), taskOf({ taskId: 6, title: 'Second' }), taskOf({ taskId: 7, title: 'Done', currentStatus: 'Approved' }))
  answer(listPreviews, () => reply(listPreviews, [previewOf()]))
}

it('the main actions of the task list stay in the window', { tags: 'nightly' }, async () => {
  ownerWithPreviews()
  await openApp('/management')
  await expect.element(page.getByRole('button', { name: 'Review 2' })).toBeVisible()
  await withLargeText(() => buttons('Calendar', '+ Assign New Task', 'Launched Reports', 'Review 2'))
})

it.each(['task-5', 'review-5'])('the decisions on a preview stay in the window: %s', { tags: 'nightly' }, async (shown) => {
  ownerWithPreviews()
  await openApp(`/management?show=${shown}`)
  await expect.element(page.getByRole('button', { name: 'Approve', exact: true })).not.toHaveAttribute('aria-disabled')
  await withLargeText(() => buttons('Remove Task', 'Refer Back', 'Approve'), { isFixed: true })
})

it('the undo of an approval stays in the window', { tags: 'nightly' }, async () => {
  ownerWithPreviews()
  await openApp('/management?show=task-7')
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await withLargeText(() => buttons('Undo'), { isFixed: true })
})

it('the submit button of a new task stays in the window', { tags: 'nightly' }, async () => {
  ownerWithPreviews()
  await openApp('/management?show=new')
  await expect.element(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
  await withLargeText(() => buttons('Submit'))
})

it.each([
  ['/management?section=1', 'Add Customer'],
  ['/management?section=1&show=new', 'Submit'],
  ['/management?section=2', 'Create Campaign'],
  ['/management?section=2&show=new', 'Submit Campaign'],
  ['/management?section=3', '+ Uploade Document'],
  ['/management?section=3&show=new', 'Submit'],
  ['/management?section=4', 'Edit Profile'],
  ['/management?section=4&show=edit', 'Save Changes'],
])('the main action of %s stays in the window: %s', { tags: 'nightly' }, async (path, name) => {
  ownerWithCustomers(() => listOf([customerOf()]))
  answer(listCampaigns, () => reply(listCampaigns, []))
  answer(listDocuments, () => reply(listDocuments, { success: true, data: [] }))
  await openApp(path)
  const main = page.getByRole('button', { name }).or(page.getByRole('link', { name })).last()
  await expect.element(main).toBeVisible()
  await withLargeText(() => [main.element()])
})

it('the buttons of a new company stay in the window', { tags: 'nightly' }, async () => {
  await openNewCompany()
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeVisible()
  await withLargeText(() => buttons('Next'))
})
