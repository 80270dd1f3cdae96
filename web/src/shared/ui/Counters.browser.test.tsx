import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { Counters } from './Counters.tsx'

const stages = [
  { id: 'lead', label: 'Leads', count: 9_064 },
  { id: 'lost', label: 'Lost', count: 0 },
]

it('counters have the count and its label as text, and are marked as busy while loading', async () => {
  const { rerender } = await openPart(<Counters label="Customers" counters={stages} />)
  const row = page.getByRole('list', { name: 'Customers' })
  await expect.element(row.getByRole('listitem').first()).toHaveTextContent('9,064 Leads')
  await expect.element(row.getByRole('listitem').last()).toHaveTextContent('0 Lost')
  await expect.element(row).not.toHaveAttribute('aria-busy')
  expect(page.getByRole('button').query()).toBeNull()
  await rerender(<Counters label="Customers" counters={stages.map((stage) => ({ ...stage, count: undefined }))} />)
  await expect.element(row).toHaveAttribute('aria-busy', 'true')
})

it('counters work as filters: at most one is pressed, and a second press releases it', async () => {
  function Filters() {
    const [pressed, setPressed] = useState<string | null>(null)
    return (
      <>
        <Counters label="Customers" counters={stages} pressed={pressed} onPress={setPressed} />
        <output>{pressed}</output>
      </>
    )
  }
  await openPart(<Filters />)
  const [leads, lost] = [page.getByRole('button', { name: '9,064 Leads' }), page.getByRole('button', { name: '0 Lost' })]
  await leads.click()
  await expect.element(leads).toHaveAttribute('aria-pressed', 'true')
  await lost.click()
  await expect.element(leads).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByRole('status')).toHaveTextContent('lost')
  await lost.click()
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
})
