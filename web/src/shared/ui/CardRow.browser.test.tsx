import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { CardRow } from './CardRow.tsx'

const cards = Array.from({ length: 100 }, (_, i) => i + 1).map((number) => <article key={number}>Card {number}</article>)

it('the first 6 cards are rendered first, and the others are appended later', async () => {
  const later: Node[] = []
  const watch = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) if (target instanceof HTMLUListElement) later.push(...addedNodes)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  await openPart(
    <CardRow label="Many" step={350}>
      {cards}
    </CardRow>,
  )
  await expect.element(page.getByRole('listitem')).toHaveLength(100)
  watch.disconnect()
  expect(later.map(({ textContent }) => textContent)).toEqual(Array.from({ length: 94 }, (_, i) => `Card ${i + 7}`))
})

it.each([
  [4, 1000],
  [3, 800],
])('a row of %i cards has no arrows, so all of them fit into %i px', async (count, width) => {
  await page.viewport(width + 40, 600)
  await openPart(
    <div style={{ width }}>
      <CardRow label="Few" step={350}>
        {cards.slice(0, count)}
      </CardRow>
    </div>,
  )
  await expect.element(page.getByRole('button', { name: 'Scroll right' })).not.toBeInTheDocument()
  const last = page.getByRole('listitem').last()
  await expect
    .poll(() => last.element().getBoundingClientRect().right)
    .toBeLessThanOrEqual(page.getByRole('group', { name: 'Few' }).element().getBoundingClientRect().right)
})
