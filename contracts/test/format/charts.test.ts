import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChartData, describeChart, layOutBars, layOutColumns, scaleTo } from '../../src/format/charts.ts'

const data: ChartData = {
  title: 'Emails',
  categories: ['Sent', 'Opened'],
  series: [
    { name: 'October', values: [1200, 600] },
    { name: 'September', values: [900, 0] },
  ],
}

const charts = fc.record({ categories: fc.integer({ min: 1, max: 6 }), series: fc.integer({ min: 1, max: 2 }) }).chain((size) =>
  fc.record({
    title: fc.constant('Chart'),
    categories: fc.constant(Array.from({ length: size.categories }, (_, at) => `Category ${at}`)),
    series: fc.array(
      fc.record({
        name: fc.constant('Month'),
        values: fc.array(fc.nat(2_000_000), { minLength: size.categories, maxLength: size.categories }),
      }),
      { minLength: size.series, maxLength: size.series },
    ),
  }),
)

describe('a chart', () => {
  it('has a scale of round numbers that begins with zero and ends at or above the largest value', () => {
    expect(scaleTo(0)).toEqual([0, 1])
    expect(scaleTo(3)).toEqual([0, 1, 2, 3])
    expect(scaleTo(24)).toEqual([0, 10, 20, 30])
    expect(scaleTo(1_836)).toEqual([0, 500, 1_000, 1_500, 2_000])
  })

  it('of columns has heights in proportion to the values', () => {
    const { bars } = layOutColumns(data, 220, 150)
    const [sent = 0, opened = 0, sentBefore = 0, openedBefore = 0] = bars.map(({ height }) => height)
    expect(sent / opened).toBeCloseTo(2)
    expect(sent / sentBefore).toBeCloseTo(4 / 3)
    expect(openedBefore).toBe(0)
  })

  it('of bars has widths in proportion to the values, and the value beside each bar', () => {
    const { bars, values } = layOutBars(data, 220, 60)
    expect((bars[0]?.width ?? 0) / (bars[1]?.width ?? 1)).toBeCloseTo(2)
    expect(values.map(({ text }) => text)).toEqual(['1,200', '600', '900', '0'])
  })

  it('has all bars inside, and none above another', () => {
    const property = fc.property(charts, (chart) => {
      for (const { bars, width, height } of [layOutColumns(chart, 220, 150), layOutBars(chart, 220, 60)]) {
        for (const [at, bar] of bars.entries()) {
          expect(bar.x).toBeGreaterThanOrEqual(0)
          expect(bar.y).toBeGreaterThanOrEqual(0)
          expect(bar.x + bar.width).toBeLessThanOrEqual(width + 1e-6)
          expect(bar.y + bar.height).toBeLessThanOrEqual(height + 1e-6)
          const covers = bars.some(
            (other, position) =>
              position > at &&
              other.x + 1e-6 < bar.x + bar.width &&
              bar.x + 1e-6 < other.x + other.width &&
              other.y + 1e-6 < bar.y + bar.height &&
              bar.y + 1e-6 < other.y + other.height,
          )
          expect(covers).toBe(false)
        }
      }
    })
    fc.assert(property)
  })

  it('is described by all its numbers', () => {
    expect(describeChart(data)).toBe('Chart: Emails. October: Sent: 1,200; Opened: 600. September: Sent: 900; Opened: 0.')
  })
})
