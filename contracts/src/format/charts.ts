import { formatNumber } from './numbers.ts'

/** The numbers of a chart: a value per category in each series. */
export interface ChartData {
  title: string
  categories: string[]
  series: { name: string; values: number[] }[]
}

/** A bar, from the left and top edge of the chart. `series` and `category` are positions in the data. */
export interface ChartBar {
  series: number
  category: number
  x: number
  y: number
  width: number
  height: number
}

/** A text, at its baseline. `anchor` is the side of the text that `x` belongs to. */
export interface ChartText {
  text: string
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}

export interface ChartLine {
  x1: number
  y1: number
  x2: number
  y2: number
}

/** A chart as shapes without colors, which PDF files and pages draw alike. */
export interface Chart {
  width: number
  height: number
  bars: ChartBar[]
  lines: ChartLine[]
  /** Names of the categories, values of the bars, and numbers of the scale. */
  categories: ChartText[]
  values: ChartText[]
  scale: ChartText[]
}

/** Height of a line of labels, and the distance of a label from what it describes. */
const LABEL_HEIGHT = 14
const LABEL_GAP = 4
/** Steps of a scale are a power of ten times one of these numbers. */
const STEPS = [1, 2, 5, 10]
const TICKS = 4

/** Returns the numbers of a scale from zero to at least the largest value, as whole round numbers. */
export function scaleTo(largest: number): number[] {
  const rough = Math.max(largest, 1) / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, power * (STEPS.find((factor) => factor * power >= rough) ?? 10))
  return Array.from({ length: Math.ceil(Math.max(largest, 1) / step) + 1 }, (_, at) => at * step)
}

const largestOf = ({ series }: ChartData): number => Math.max(0, ...series.flatMap(({ values }) => values))

const SCALE_WIDTH = 22
/** Share of a category's width that its bars fill. */
const COLUMN_SHARE = 0.62
const COLUMN_MAX = 34

/** Lays out a chart of columns on a scale, for example of weeks. */
export function layOutColumns(data: ChartData, width: number, height: number): Chart {
  const ticks = scaleTo(largestOf(data))
  const top = ticks.at(-1) ?? 1
  const [plotTop, plotBottom] = [LABEL_HEIGHT, height - LABEL_HEIGHT - LABEL_GAP]
  const yOf = (value: number) => plotBottom - (value / top) * (plotBottom - plotTop)
  const slot = (width - SCALE_WIDTH) / Math.max(data.categories.length, 1)
  const column = Math.min((slot * COLUMN_SHARE) / data.series.length, COLUMN_MAX)
  const centerOf = (category: number) => SCALE_WIDTH + slot * (category + 0.5)
  const bars = data.series.flatMap(({ values }, series) =>
    values.map((value, category) => ({
      series,
      category,
      x: centerOf(category) + (series - data.series.length / 2) * column,
      y: yOf(value),
      width: column,
      height: plotBottom - yOf(value),
    })),
  )
  return {
    width,
    height,
    bars,
    lines: ticks.map((tick) => ({ x1: SCALE_WIDTH, y1: yOf(tick), x2: width, y2: yOf(tick) })),
    categories: data.categories.map((text, category) => ({ text, x: centerOf(category), y: height - LABEL_GAP, anchor: 'middle' })),
    values: bars.map(({ series, category, x, y }) => ({
      text: formatNumber(data.series[series]?.values[category] ?? 0),
      x: x + column / 2,
      y: y - LABEL_GAP,
      anchor: 'middle',
    })),
    scale: ticks.map((tick) => ({ text: formatNumber(tick), x: SCALE_WIDTH - LABEL_GAP * 2, y: yOf(tick) + LABEL_GAP - 1, anchor: 'end' })),
  }
}

const BAR_HEIGHT = 14
const BAR_GAP = 2
const ROW_GAP = 12

/** Lays out a chart of horizontal bars, for example of the steps of a funnel. The names of categories have `nameWidth`. */
export function layOutBars(data: ChartData, width: number, nameWidth: number): Chart {
  const largest = Math.max(largestOf(data), 1)
  const valueWidth = LABEL_GAP + 7 * formatNumber(largest).length
  const plotWidth = width - nameWidth - valueWidth
  const rowHeight = data.series.length * (BAR_HEIGHT + BAR_GAP) - BAR_GAP + ROW_GAP
  const bars = data.series.flatMap(({ values }, series) =>
    values.map((value, category) => ({
      series,
      category,
      x: nameWidth,
      y: category * rowHeight + ROW_GAP / 2 + series * (BAR_HEIGHT + BAR_GAP),
      width: (value / largest) * plotWidth,
      height: BAR_HEIGHT,
    })),
  )
  const height = data.categories.length * rowHeight
  const baselineOf = (center: number) => center + LABEL_GAP - 1
  return {
    width,
    height,
    bars,
    lines: [{ x1: nameWidth, y1: 0, x2: nameWidth, y2: height }],
    categories: data.categories.map((text, category) => ({ text, x: 0, y: baselineOf((category + 0.5) * rowHeight), anchor: 'start' })),
    values: bars.map((bar) => ({
      text: formatNumber(data.series[bar.series]?.values[bar.category] ?? 0),
      x: bar.x + bar.width + LABEL_GAP,
      y: baselineOf(bar.y + BAR_HEIGHT / 2),
      anchor: 'start',
    })),
    scale: [],
  }
}

/** Returns all numbers of a chart as a sentence per series, for people who do not see it. */
export function describeChart({ title, categories, series }: ChartData): string {
  const sentences = series.map(({ name, values }) => {
    const parts = categories.map((category, at) => `${category}: ${formatNumber(values[at] ?? 0)}`)
    return `${name}: ${parts.join('; ')}.`
  })
  return `Chart: ${title}. ${sentences.join(' ')}`
}
