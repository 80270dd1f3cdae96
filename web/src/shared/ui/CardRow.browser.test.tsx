import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { CardRow } from './CardRow.tsx'

const cards = Array.from({ length: 100 }, (_, i) => i + 1).map((number) => <article key={number}>Card {number}</article>)

it('a dozen cards are drawn first, and all of them once those are on the screen', async () => {
  const counts: number[] = []
  const count = () => counts.push(document.querySelectorAll('article').length)
  const watch = new MutationObserver(count)
  watch.observe(document.body, { childList: true, subtree: true })
  await openPart(
    <CardRow label="Many" step={350}>
      {cards}
    </CardRow>,
  )
  await expect.element(page.getByText('Card 100')).toBeInTheDocument()
  watch.disconnect()
  expect(counts.find((drawn) => drawn > 0)).toBe(12)
  await expect.element(page.getByRole('group', { name: 'Many' }).getByRole('listitem')).toHaveLength(100)
})
