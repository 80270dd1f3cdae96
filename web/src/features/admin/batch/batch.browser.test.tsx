import '../AdminDashboardPage.tsx'
import '../board/BoardTools.tsx'
import '../tabs/CompaniesTab.tsx'
import '../tabs/CompanyTable.tsx'
import './TaskBatch.tsx'
import {
  type BatchResult,
  type CheckedCompany,
  checkTaskBatch,
  createTaskBatch,
  listTaskBatches,
  type TaskBatch,
  undoTaskBatch,
} from '@app/contracts/http/task-batches.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { capRefusal } from '@app/contracts/rules/monthly-cap.ts'
import { SHORT_REVIEW } from '@app/contracts/rules/task-batches.ts'
import { SUBMISSION_TOO_EARLY } from '@app/contracts/rules/task-dates.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { boardOf, SELF, searchesOf, someCompanies } from '../../../testing/board.ts'
import { openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

const today = todayIn(DEFAULT_TIMEZONE)
const [review, posting] = [addDays(today, 10), addDays(today, 20)]
const undoUntil = new Date(Date.now() + 3_600_000).toISOString()

beforeEach(() => signInAs.admin())

const panel = page.getByRole('dialog', { name: 'New task for several companies' })
const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: true })
const field = (name: string) => panel.getByRole('textbox', { name, exact: true })
const company = (n: number) => panel.getByRole('checkbox', { name: `Company ${n}`, exact: false })
const row = (n: number) =>
  panel
    .getByRole('list', { name: 'Tasks to create' })
    .getByRole('listitem')
    .filter({ hasText: `Company ${n}` })
const idOf = (n: number) => `company-${String(n).padStart(5, '0')}`
const bodyOf = ({ body }: Sent) => JSON.parse(String(body))

const checkedOf = (n: number, changes: Partial<CheckedCompany> = {}): CheckedCompany => ({
  companyId: idOf(n),
  companyName: `Company ${n}`,
  problem: '',
  warnings: [],
  ...changes,
})
const createdOf = (n: number): BatchResult => ({ companyId: idOf(n), status: 200, message: '', taskId: 1000 + n })
const batchOf = (changes: Partial<TaskBatch> = {}): TaskBatch => ({
  batchId: '7d5cf5a6-4f2e-4df1-9f0a-63c1f2ac1b60',
  title: 'Holiday hours',
  createdBy: 'admin-1',
  createdAt: new Date(Date.now() - 12 * 60_000).toISOString(),
  undoUntil,
  tasks: 2,
  ...changes,
})

async function openPanel(batches: TaskBatch[] = []) {
  const board = boardOf(...someCompanies(3).map((one) => ({ ...one, managerId: SELF })))
  answer(listTaskBatches, () => reply(listTaskBatches, batches))
  const app = await openApp('/admin/dashboard?tab=companies')
  await page.getByRole('link', { name: 'New task for several' }).click()
  await expect.element(panel).toBeVisible()
  return { ...board, app }
}

async function fillIn(): Promise<void> {
  await field('Title').fill('{{Company Name}}: holiday hours')
  await panel.getByLabelText(/^Target Posting Date/).fill(posting)
  await panel.getByLabelText(/^Submission for Review Date/).fill(review)
  await company(1).click()
  await company(2).click()
}

/** Fills in the form for two companies, and opens the check. */
async function openCheck(...companies: CheckedCompany[]) {
  const board = await openPanel()
  const checks = answer(checkTaskBatch, () => reply(checkTaskBatch, { companies }))
  await fillIn()
  await button('Check 2 tasks').click()
  await expect.element(panel.getByRole('heading', { name: `Tasks for ${companies.length} companies` })).toHaveFocus()
  return { board, checks }
}

it('one brief is checked for each company, created, and can be undone', async () => {
  const { checks } = await openCheck(checkedOf(1), checkedOf(2, { warnings: [{ code: 'short-review', message: SHORT_REVIEW }] }))
  expect(checks.map(bodyOf)).toMatchObject([
    {
      brief: { title: '{{Company Name}}: holiday hours', targetPostingDate: posting, submissionForReview: review, platform_x: false },
      companyIds: [idOf(1), idOf(2)],
    },
  ])
  await expect.element(row(1).getByText('Company 1: holiday hours')).toBeVisible()
  await expect.element(row(2).getByText(SHORT_REVIEW)).toBeVisible()
  const sent = answer(createTaskBatch, () => reply(createTaskBatch, { undoUntil, results: [createdOf(1), createdOf(2)] }))
  await atEachWidth(() => expect.element(button('Create 2 tasks')).toBeVisible())
  await button('Create 2 tasks').click()
  await expect.element(row(2)).toMatchTextContent(/Created: #1002/)
  await expect.element(panel.getByText('2 of 2 tasks created')).toBeVisible()
  expect(sent.map(bodyOf)).toMatchObject([
    {
      companies: [
        { companyId: idOf(1), acceptFullMonth: false },
        { companyId: idOf(2), acceptFullMonth: false },
      ],
    },
  ])

  const kept = { companyId: idOf(2), companyName: 'Company 2', taskId: 1002, outcome: 'kept', message: 'It was changed.' } as const
  const removed = { companyId: idOf(1), companyName: 'Company 1', taskId: 1001, outcome: 'removed', message: '' } as const
  const undone = answer(undoTaskBatch, () => reply(undoTaskBatch, { tasks: [removed, kept] }))
  await button('Undo').click()
  await page.getByRole('dialog', { name: 'Remove 2 tasks?' }).getByRole('button', { name: 'Remove' }).click()
  await expect.element(panel.getByText('Company 2, #1002: It was changed.')).toBeVisible()
  await expect.element(panel.getByText('1 task removed. 1 task kept:')).toBeVisible()
  const batchId = sent[0]?.address.split('/').at(-1)
  expect(undone.map(({ address }) => address)).toEqual([`/api/admin/task-batches/${batchId}/undo`])
})

it('a full month is created only if the admin accepts it, and failed companies can be tried again with the same id', async () => {
  const fullMonth = { code: 'full-month', message: '4 tasks already exist for December 2026.' } as const
  await openCheck(checkedOf(1, { warnings: [fullMonth] }), checkedOf(2), checkedOf(3, { problem: 'The title is too long.' }))
  await expect.element(row(3).getByText('The title is too long.')).toBeVisible()
  await expect.element(button('Create 1 task')).toBeVisible()
  const refused = { companyId: idOf(2), status: 422, message: capRefusal(4, posting) }
  const first = answer(createTaskBatch, () => reply(createTaskBatch, { undoUntil, results: [refused] }))
  await button('Create 1 task').click()
  await expect.element(row(2).getByText(refused.message)).toBeVisible()
  await expect.element(button('Try again (0)')).not.toBeInTheDocument()
  await panel.getByRole('checkbox', { name: 'Create it anyway for Company 1' }).click()
  await panel.getByRole('checkbox', { name: 'Create it anyway for Company 2' }).click()
  const again = answer(createTaskBatch, () => reply(createTaskBatch, { undoUntil, results: [createdOf(1), createdOf(2)] }))
  await button('Try again (2)').click()
  await expect.element(panel.getByText('2 of 3 tasks created')).toBeVisible()
  expect(again.map(bodyOf)).toMatchObject([
    {
      companies: [
        { companyId: idOf(1), acceptFullMonth: true },
        { companyId: idOf(2), acceptFullMonth: true },
      ],
    },
  ])
  expect(again[0]?.address).toBe(first[0]?.address)
})

it('the server’s error is at its field, and missing fields are named before anything is sent', async () => {
  await openPanel()
  const checks = answer(checkTaskBatch, () =>
    refusal(422, SUBMISSION_TOO_EARLY, { errors: [{ field: 'submissionForReview', message: SUBMISSION_TOO_EARLY }] }),
  )
  await button('Check the tasks').click()
  await expect.element(panel.getByText('Choose at least one company.')).toBeVisible()
  await expect.element(field('Title')).toHaveFocus()
  expect(checks).toEqual([])
  await fillIn()
  await button('Check 2 tasks').click()
  const date = panel.getByLabelText(/^Submission for Review Date/)
  await expect.element(date).toHaveAccessibleDescription(SUBMISSION_TOO_EARLY)
  await expect.element(date).toHaveFocus()
})

it('companies are found, limited to the admin’s own, and all chosen at once', async () => {
  const board = await openPanel()
  await panel.getByRole('searchbox', { name: 'Search companies' }).fill('company 3')
  await expect.element(company(1)).not.toBeInTheDocument()
  await button('Choose all results').click()
  await expect.element(panel.getByText('1 company chosen')).toBeVisible()
  await button('Clear').nth(0).click()
  await button('Mine').click()
  await button('Choose all of mine').click()
  await expect.element(panel.getByText('3 companies chosen')).toBeVisible()
  expect(searchesOf(board.companies).at(-1)).toContain('manager=me')
  await expect.element(button('Check 3 tasks')).toBeVisible()
})

it('the name of the company is inserted where the cursor was, and the texts survive a reload', async () => {
  signInAs.admin(tokenOf('admin-1'))
  const { app } = await openPanel()
  await field('Headline').fill('Open at ')
  await button('Insert the company’s name').click()
  await expect.element(field('Headline')).toHaveValue('Open at {{Company Name}}')
  await expect.element(field('Headline')).toHaveFocus()
  await company(2).click()
  await app.unmount()
  await openPanel()
  await expect.element(panel.getByText('We restored what you entered before.')).toBeVisible()
  await expect.element(field('Headline')).toHaveValue('Open at {{Company Name}}')
  await expect.element(company(2)).toBeChecked()
})

it('a batch of the last hour can be undone later, and a refusal says why', async () => {
  await openPanel([batchOf()])
  const recent = panel.getByRole('list', { name: 'Created in the last hour' })
  await expect.element(recent).toMatchTextContent(/Holiday hours 2 tasks, 12 minutes ago/)
  answer(undoTaskBatch, () => refusal(409, 'These tasks were created more than 60 minutes ago. Remove them one by one.'))
  await recent.getByRole('button', { name: 'Undo: Holiday hours' }).click()
  await page.getByRole('dialog', { name: 'Remove 2 tasks?' }).getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText(/Remove them one by one\.$/)).toBeInTheDocument()
})
