import '../AdminDashboardPage.tsx'
import '../tabs/CompaniesTab.tsx'
import '../CompanyPanel.tsx'
import './ChangePlan.tsx'
import { getQuota, setPlan } from '@app/contracts/http/quotas.ts'
import type { Quota } from '@app/contracts/rules/quotas.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company } from '../../../testing/fixtures.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'

const quota: Quota = {
  plan: 'first-proof',
  isConfirmed: false,
  ownLimits: { openTasks: null, series: null, fileMegabytes: null },
  usage: { openTasks: 8, series: 1, fileBytes: 3 * 1024 * 1024 },
}
const plan = page.getByRole('region', { name: 'Plan' })

async function openPanel(): Promise<void> {
  boardOf({ company, tasks: [] })
  answer(getQuota, () => reply(getQuota, quota))
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}&part=setup`)
  await expect.element(plan.getByText('8 of 10')).toBeVisible()
}

it('an admin sees the plan and what is used, and cannot change the plan', async () => {
  signInAs.admin()
  await openPanel()
  await expect.element(plan.getByText('Not confirmed')).toBeVisible()
  await expect.element(plan.getByText('3 of 50')).toBeVisible()
  expect(plan.getByRole('button', { name: 'Save Plan' }).elements()).toEqual([])
})

it('an operator sets the plan and own limits', async () => {
  signInAs.operator()
  await openPanel()
  const changed: Quota = { ...quota, plan: 'short-run', ownLimits: { openTasks: 50, series: null, fileMegabytes: null } }
  const sent = answer(setPlan, () => reply(setPlan, changed))
  await plan.getByRole('combobox', { name: 'Plan' }).selectOptions('Short run ($99)')
  const ownTasks = plan.getByRole('textbox', { name: 'Own limit: Open tasks' })
  await ownTasks.fill('many')
  await plan.getByRole('button', { name: 'Save Plan' }).click()
  await expect.element(plan.getByText('Enter a number up to 100,000.')).toBeVisible()
  await ownTasks.fill('50')
  await plan.getByRole('button', { name: 'Save Plan' }).click()
  await expect.element(plan.getByText('8 of 50')).toBeVisible()
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([{ plan: 'short-run', ownLimits: changed.ownLimits }])
})
