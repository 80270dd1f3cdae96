import { type BriefText, briefLimits } from '@app/contracts/rules/brief.ts'
import { expect, it } from 'vitest'
import { occasions } from './occasions.ts'

it('there are eight different occasions', () => {
  expect(new Set(occasions.map(({ label }) => label)).size).toBe(8)
})

it.each(occasions)('the texts of "$label" include a title and fit into their fields', ({ texts }) => {
  expect(texts.title).toBeTruthy()
  for (const [name, text] of Object.entries(texts)) {
    expect(text.trim(), name).toBe(text)
    expect(text.length, name).toBeGreaterThan(0)
    expect(text.length, name).toBeLessThanOrEqual(briefLimits[name as BriefText])
  }
})
