import '../AdminDashboardPage.tsx'
import '../tabs/TaskGridTab.tsx'
import { searchBoard } from '@app/contracts/http/board-search.ts'
import { searchCampaigns } from '@app/contracts/http/campaign-search.ts'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company } from '../../../testing/fixtures.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'

const code = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('./Palette.tsx', async (importOriginal) => {
  await code.promise
  return importOriginal()
})

it('letters typed while the search is loading stay in the field, and the next ones follow them', async () => {
  signInAs.admin()
  boardOf({ company, tasks: [] })
  answer(searchBoard, () => reply(searchBoard, { companies: [{ _id: company._id, companyName: 'Harbor' }], tasks: [] }))
  answer(searchCampaigns, () => reply(searchCampaigns, { campaigns: [] }))
  await openApp('/admin/dashboard?tab=pending')
  await expect.element(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('har')
  await expect.element(field).toHaveValue('har')
  code.resolve()
  await expect.element(page.getByRole('option', { name: 'Harbor' })).toBeVisible()
  await userEvent.keyboard('bor')
  await expect.element(field).toHaveValue('harbor')
})
