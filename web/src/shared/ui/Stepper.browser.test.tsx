import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { Stepper } from './Stepper.tsx'

const steps = ['Basics', 'Audience', 'Review']

it('says which step it is, which are done, and when all are', async () => {
  const { rerender } = await openPart(<Stepper label="New campaign" steps={steps} current={1} />)
  await expect.element(page.getByText('Step 2 of 3: Audience')).toBeVisible()
  const all = page.getByRole('list', { name: 'New campaign' }).getByRole('listitem')
  await expect.element(all.nth(1)).toHaveAttribute('aria-current', 'step')
  expect(all.elements().map(({ textContent }) => textContent)).toEqual(['Basics (done)', '2Audience', '3Review'])
  await rerender(<Stepper label="New campaign" steps={steps} current={3} />)
  await expect.element(page.getByText('All 3 steps are done')).toBeVisible()
  expect(all.elements().filter((step) => step.hasAttribute('aria-current'))).toEqual([])
})

it('is one line of words and a bar where it is narrow', async () => {
  await page.viewport(390, 800)
  try {
    await openPart(<Stepper label="New campaign" steps={steps} current={1} />)
    await expect.element(page.getByText(': Audience')).toBeVisible()
    const bar = page.getByRole('list', { name: 'New campaign' })
    expect(bar.element().getBoundingClientRect().height).toBeLessThan(8)
    expect(bar.getByRole('listitem').elements()).toHaveLength(3)
  } finally {
    await page.viewport(1440, 900)
  }
})
