import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { getMe } from '@app/contracts/http/identity.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { openApp, signInAs } from '../../testing/open.tsx'

it('a long press also selects a state', async () => {
  signInAs.owner()
  answer(getMe, () => reply(getMe, { _id: 'owner-1', email: 'ann@bakery.example', username: 'Ann', role: 'owner' }))
  answer(getCompanyProfile, () => refusal(404, 'There is no company profile.'))
  await openApp('/new-company')
  const state = page.getByRole('combobox', { name: 'State' })
  await state.fill('S')
  await page.getByRole('option', { name: 'SC' }).click({ delay: 600 })
  await expect.element(state).toHaveValue('SC')
  await expect.element(page.getByRole('listbox', { name: 'States' })).not.toBeInTheDocument()
})
