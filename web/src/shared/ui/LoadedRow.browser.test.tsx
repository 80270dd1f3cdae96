import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { noAnswer } from '../api/api-error.ts'
import { CardRow } from './CardRow.tsx'
import { LoadedRow } from './LoadedRow.tsx'

const loaded = { isPending: false, isLoadingError: false, error: null, isFetching: false, refetch: vi.fn() }
const cards = (count: number) => Array.from({ length: count }, (_, i) => <article key={String(i)}>Document {i + 1}</article>)

const row = (query: object, count = 0) => (
  <LoadedRow
    cards="task"
    title="Documents"
    label="All documents"
    step={350}
    query={{ ...loaded, ...query }}
    failure="Error loading documents"
    empty={<p>Nothing here yet.</p>}
  >
    {cards(count)}
  </LoadedRow>
)

it('shows skeletons while loading, then the cards or the empty state', async () => {
  const { rerender } = await openPart(row({ isPending: true }))
  const section = page.getByRole('region', { name: 'Documents' })
  await expect.element(section.getByRole('status', { name: 'Loading: All documents' })).toBeVisible()
  await rerender(row({}))
  await expect.element(section.getByText('Nothing here yet.')).toBeVisible()
  await rerender(row({}, 2))
  await expect.element(section.getByRole('group', { name: 'All documents' })).toBeVisible()
  expect(section.getByRole('listitem').elements()).toHaveLength(2)
})

it('shows an error with a retry button, and keeps loaded cards when a later load fails', async () => {
  const refetch = vi.fn()
  const failed = { isLoadingError: true, error: noAnswer(), refetch }
  const { rerender } = await openPart(row(failed))
  await expect.element(page.getByRole('alert').getByText('Error loading documents')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
  await rerender(row({ ...failed, isFetching: true }))
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-busy', 'true')
  await rerender(row({ error: noAnswer() }, 1))
  await expect.element(page.getByText('Document 1')).toBeVisible()
})

it.each([350, 260] as const)('has arrows for more than four cards, which scroll %i px per click', async (step) => {
  const strip = (count: number) => (
    <div style={{ width: '600px' }}>
      <CardRow label="All documents" step={step}>
        {cards(count)}
      </CardRow>
    </div>
  )
  const { rerender } = await openPart(strip(4))
  const on = page.getByRole('button', { name: 'Scroll right' })
  await expect.element(page.getByText('Document 4')).toBeInTheDocument()
  await expect.element(on).not.toBeInTheDocument()

  await rerender(strip(5))
  await expect.element(page.getByRole('button', { name: 'Scroll left' })).toHaveAttribute('aria-disabled', 'true')
  await on.click()
  const scroller = page.getByRole('group', { name: 'All documents' }).element()
  await expect.poll(() => scroller.scrollLeft).toBe(step)
  await on.click()
  await expect.poll(() => scroller.scrollLeft).toBe(2 * step)
  scroller.scrollTo({ left: scroller.scrollWidth, behavior: 'instant' })
  await expect.element(on).toHaveAttribute('aria-disabled', 'true')
})
