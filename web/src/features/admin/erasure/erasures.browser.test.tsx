import { cancelErasure, type Erasure, erasePersonEverywhere, listErasures } from '@app/contracts/http/erasure.ts'
import { getServiceState } from '@app/contracts/http/operations.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { companyPageOf } from '../../../testing/company-page.ts'
import { company } from '../../../testing/fixtures.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'
import '../AdminDashboardPage.tsx'
import '../CompanyPanel.tsx'
import '../operations/OperationsTab.tsx'
import '../tabs/CompaniesTab.tsx'

const at = '2026-12-01T12:00:00.000Z'
const erasureOf = (changes: Partial<Erasure> = {}): Erasure => ({
  _id: 'erasure-1',
  state: 'waiting',
  companyProfileId: company._id,
  companyName: 'Bakery',
  askedAt: at,
  confirmedAt: at,
  dueAt: at,
  endedAt: null,
  keptBy: null,
  reason: null,
  report: {},
  ...changes,
})

const bodyOf = (sent: { body: unknown } | undefined) => JSON.parse(String(sent?.body))
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => {
  signInAs.operator()
  boardOf()
  answer(getServiceState, () => reply(getServiceState, { parts: [], waiting: [], isCounted: true, figures: [] }))
})

it('the list shows what waits and what was erased, and an admin cancels with a reason', async () => {
  const erased = erasureOf({
    _id: 'erasure-2',
    state: 'erased',
    companyProfileId: null,
    companyName: null,
    report: { tasks: { tables: { task: 12, preview: 30 }, files: 40 } },
  })
  answer(listErasures, () => reply(listErasures, [erasureOf(), erased]))
  const canceled = answer(cancelErasure, () => reply(cancelErasure, { message: 'The company stays.' }))
  await openApp('/admin/dashboard?tab=operations')
  const rows = page.getByRole('list', { name: 'Erasures' }).getByRole('listitem')
  await expect.element(rows.nth(1)).toMatchTextContent(/^Erased company.*tasks: 42 rows, 40 files/)
  await rows.nth(0).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).last().fill('Maria called us')
  await button('Keep the company').click()
  await expect.poll(() => canceled.map(bodyOf)).toEqual([{ reason: 'Maria called us' }])
})

it('the page of the company says that it will be erased', async () => {
  companyPageOf({ company, tasks: [] })
  answer(listErasures, () => reply(listErasures, [erasureOf()]))
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}`)
  await expect.element(page.getByText(/^The owner asked us to erase this company/)).toBeVisible()
  await expect.element(button('Cancel the erasure')).toBeVisible()
})

it('an operator erases a person, and sees which service is missing', async () => {
  answer(listErasures, () => reply(listErasures, []))
  const sent = answer(erasePersonEverywhere, () =>
    reply(erasePersonEverywhere, {
      isComplete: false,
      services: [{ service: 'campaigns', isErased: false, tables: {} }],
      spreadsheets: [{ companyProfileId: company._id, customerIds: ['C-7'] }],
    }),
  )
  await openApp('/admin/dashboard?tab=operations')
  const section = page.getByRole('region', { name: 'Erase a person' })
  await section.getByRole('textbox', { name: 'Email address' }).fill('kim@oak.example')
  await section.getByRole('textbox', { name: 'Reason' }).fill('Asked by email')
  await section.getByRole('button', { name: 'Erase this person' }).click()
  await expect.element(page.getByText('Not finished in campaigns. Try again later.')).toBeVisible()
  await expect.element(page.getByText(/Customer ID C-7/)).toBeVisible()
  expect(sent.map(bodyOf)).toEqual([{ email: 'kim@oak.example', reason: 'Asked by email' }])
})
