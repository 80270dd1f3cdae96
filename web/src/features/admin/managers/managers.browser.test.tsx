import '../AdminDashboardPage.tsx'
import '../CompanyPanel.tsx'
import '../board/BoardTools.tsx'
import '../board/EmptyBoard.tsx'
import '../calendar/CalendarTab.tsx'
import '../monday/MondayTab.tsx'
import '../palette/Palette.tsx'
import '../tabs/CompaniesTab.tsx'
import '../tabs/CompanyTable.tsx'
import '../tabs/TaskGridTab.tsx'
import './HandOverBar.tsx'
import './ManagerDialog.tsx'
import { searchBoard } from '@app/contracts/http/board-search.ts'
import { getBoardCalendar } from '@app/contracts/http/calendar.ts'
import { searchCampaigns } from '@app/contracts/http/campaign-search.ts'
import { handOverCompanies, setCompanyManager } from '@app/contracts/http/company-managers.ts'
import { listAdmins } from '@app/contracts/http/identity.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { localValues } from '../../../shared/browser/storage.ts'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf, cardTitles, companyOf, type OnBoard, SELF, searchesOf } from '../../../testing/board.ts'
import { taskOf } from '../../../testing/fixtures.ts'
import { sendToAdminStream } from '../../../testing/live.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'

const createdAt = '2026-12-01T12:00:00.000Z'
const self = { _id: SELF, email: 'ann@portal.example', username: 'Ann' }
const dana = { _id: 'admin-2', email: 'dana@portal.example', username: 'Dana Reyes' }

let mine: OnBoard
let others: OnBoard
let requests: ReturnType<typeof boardOf>
beforeEach(() => {
  localValues.remove('dashboard-manager')
  signInAs.operator()
  const [own, other] = [companyOf(1, { companyName: 'Own Bakery' }), companyOf(2, { companyName: 'Other Florist' })]
  mine = { company: own, tasks: [taskOf({ taskId: 5, title: 'Bread', companyProfileId: own._id })], managerId: SELF }
  others = { company: other, tasks: [taskOf({ taskId: 6, title: 'Roses', companyProfileId: other._id })], managerId: dana._id }
  requests = boardOf(mine, others)
  answer(getMe, () => reply(getMe, { ...self, role: 'admin', emailVerified: true }))
  answer(listAdmins, () =>
    reply(
      listAdmins,
      [self, dana].map((admin) => ({ ...admin, createdAt, hasSecondFactor: false, isOperator: false })),
    ),
  )
})

const chip = (name: string) => page.getByRole('group', { name: 'Whose companies' }).getByRole('button', { name })
const dialog = page.getByRole('dialog').last()
const bodies = (sent: { body: unknown }[]) => sent.map(({ body }) => JSON.parse(String(body)))

it('"Mine" limits the lists and the counts to the own companies, also on the next tab', async () => {
  await openApp('/admin/dashboard?tab=pending&view=cards')
  await expect.poll(cardTitles).toEqual(['Bread', 'Roses'])
  await chip('Mine').click()
  await expect.poll(cardTitles).toEqual(['Bread'])
  await expect.element(page.getByRole('tab', { name: /^Total Tasks.*1/ })).toBeInTheDocument()
  await page.getByRole('tab', { name: /^Companies/ }).click()
  await expect.element(page.getByRole('link', { name: 'View Own Bakery' })).toBeInTheDocument()
  expect(page.getByRole('link', { name: 'View Other Florist' }).elements()).toEqual([])
  await chip('All companies').click()
  await expect.element(page.getByRole('link', { name: 'View Other Florist' })).toBeInTheDocument()
  expect(localValues.get('dashboard-manager')).toBe('all')
})

it('a list without own companies leads back to all', async () => {
  mine.managerId = dana._id
  await openApp('/admin/dashboard?tab=pending&view=cards&manager=me')
  await page.getByRole('button', { name: 'Show all companies' }).click()
  await expect.poll(cardTitles).toEqual(['Bread', 'Roses'])
})

it('My Monday, the calendar and the search have the filter', async () => {
  const calendar = answer(getBoardCalendar, () => reply(getBoardCalendar, { days: [], planned: { dates: [], isComplete: true } }))
  const found = answer(searchBoard, () => reply(searchBoard, { companies: [], tasks: [] }))
  answer(searchCampaigns, () => reply(searchCampaigns, { campaigns: [] }))
  localValues.set('dashboard-manager', 'me')
  await openApp('/admin/dashboard')
  await expect.poll(() => searchesOf(requests.monday)).toEqual(['?manager=me'])
  await page.getByRole('tab', { name: 'Calendar' }).click()
  await expect.poll(() => searchesOf(calendar)[0]).toContain('manager=me')
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('combobox', { name: /^Search companies/ }).fill('roses')
  await expect.element(page.getByText('Nothing found for “roses” in your companies')).toBeVisible()
  expect(searchesOf(found)).toEqual(['?search=roses&manager=me'])
})

it('a new task of an own company appears in the list of the own tasks, and one of another company does not', async () => {
  signInAs.admin()
  await openApp('/admin/dashboard?tab=pending&view=cards&manager=me')
  await expect.poll(cardTitles).toEqual(['Bread'])
  mine.tasks.push(taskOf({ taskId: 7, title: 'Rolls', companyProfileId: mine.company._id }))
  others.tasks.push(taskOf({ taskId: 8, title: 'Tulips', companyProfileId: others.company._id }))
  for (const [taskId, { company }] of [
    [8, others],
    [7, mine],
  ] as const)
    sendToAdminStream({ type: 'tasks.task-assigned.v1', taskId, companyProfileId: company._id })
  await expect.poll(() => cardTitles().sort()).toEqual(['Bread', 'Rolls'])
})

it('several companies are handed over at once', async () => {
  await openApp('/admin/dashboard?tab=companies')
  await page.getByRole('button', { name: 'Hand over…' }).click()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Hand over 2 companies' }).click()
  await expect.element(dialog.getByText('Own Bakery, Other Florist')).toBeVisible()
  answer(handOverCompanies, () => refusal(503, 'Being restarted.'))
  await dialog.getByRole('combobox', { name: 'Account manager' }).selectOptions('Dana Reyes')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.element(dialog.getByText('Being restarted.')).toBeVisible()
  const companyIds = [mine.company._id, others.company._id]
  const sent = answer(handOverCompanies, () =>
    reply(handOverCompanies, {
      results: [
        { companyId: companyIds[0] ?? '', outcome: 'changed' },
        { companyId: companyIds[1] ?? '', outcome: 'unchanged' },
      ],
    }),
  )
  mine.managerId = dana._id
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.element(page.getByText('2 companies handed over')).toBeVisible()
  expect(bodies(sent)).toEqual([{ companyIds, adminId: dana._id }])
  await expect.element(page.getByRole('button', { name: 'Hand over selected' })).toBeVisible()
})

it('the account manager of a company is chosen; after a conflict, the dialog shows the current one', async () => {
  await openApp(`/admin/dashboard?tab=companies&company=${mine.company._id}`)
  await page.getByRole('button', { name: 'Change the account manager' }).click()
  const changed = 'Another admin changed the account manager. Please look at what changed.'
  answer(setCompanyManager, () => refusal(409, changed, { code: 'manager-changed', accountManager: { id: dana._id, name: dana.username } }))
  await dialog.getByRole('combobox', { name: 'Account manager' }).selectOptions('Nobody')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(changed)).toBeVisible()
  await expect.element(dialog.getByText('Own Bakery is looked after by Dana Reyes.')).toBeVisible()
  const sent = answer(setCompanyManager, () => reply(setCompanyManager, { accountManager: null }))
  mine.managerId = undefined as never
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Nobody')).toBeVisible()
  expect(bodies(sent)).toEqual([{ adminId: null, currentAdminId: dana._id }])
})
