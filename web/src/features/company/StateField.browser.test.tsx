import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { newCompany, openNewCompany, passBusinessStep } from '../../testing/new-company.ts'

it('a long press also selects a state', { tags: 'nightly' }, async () => {
  await openNewCompany()
  await passBusinessStep()
  await newCompany.details.click()
  const state = page.getByRole('combobox', { name: 'State' })
  await state.fill('S')
  await page.getByRole('option', { name: 'SC' }).click({ delay: 600 })
  await expect.element(state).toHaveValue('SC')
  await expect.element(page.getByRole('listbox', { name: 'States' })).not.toBeInTheDocument()
})
