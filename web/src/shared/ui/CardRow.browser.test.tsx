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
