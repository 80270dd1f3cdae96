import { expect, test } from 'vitest'
import { setUp } from '../setup.ts'
import { compareFigures } from './generated-history.ts'

async function expectEqualFigures(companies: number, months: number): Promise<void> {
  const service = await setUp()
  try {
    const { differing, posted } = await compareFigures(service.db, { companies, months })
    expect(differing).toEqual([])
    expect(posted).toBeGreaterThan(companies * months)
  } finally {
    await service.stop()
  }
}

test('the figures of a generated history equal those of an independent query', () => expectEqualFigures(5, 4))

test('the figures of 200 companies over 12 months equal those of an independent query', { tags: 'nightly' }, () =>
  expectEqualFigures(200, 12),
)
