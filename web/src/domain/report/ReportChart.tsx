import { type ChartData, type ChartText, layOutBars, layOutColumns } from '@app/contracts/format/charts.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import styles from './ReportChart.module.css'
import { ReportTable } from './ReportTable.tsx'

/** Size of a chart in the units of its shapes. The page scales it. */
const WIDTH = 320
const COLUMNS_HEIGHT = 170
/** Width of the names of categories beside bars. */
const NAMES_WIDTH = 84

interface ReportChartProps {
  data: ChartData
  /** `bars` show the table beside the chart. `columns` show parts of the month, and the chart brings their table. */
  kind: 'columns' | 'bars'
}

/** A chart with its title. A chart of columns also has a table of its numbers. */
export function ReportChart({ data, kind }: ReportChartProps) {
  const { title, categories, series } = data
  const chart = kind === 'columns' ? layOutColumns(data, WIDTH, COLUMNS_HEIGHT) : layOutBars(data, WIDTH, NAMES_WIDTH)
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        {series.length > 1 && (
          <span className={styles.legend}>
            {series.map(({ name }, at) => (
              <span key={name}>
                <span className={styles.key} data-series={at} aria-hidden="true" />
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <svg className={styles.chart} viewBox={`0 0 ${chart.width} ${chart.height}`} role="img" aria-label={title}>
        {chart.lines.map((line) => (
          <line key={`${line.x1} ${line.y1}`} className={styles.line} {...line} />
        ))}
        {chart.bars.map(({ series: at, category, ...bar }) => (
          <rect key={`${at} ${category}`} className={styles.bar} data-series={at} {...bar} />
        ))}
        <Texts texts={chart.scale} className={styles.scale} />
        <Texts texts={chart.categories} className={styles.category} />
        <Texts texts={chart.values} className={styles.value} />
      </svg>
      {kind === 'columns' && (
        <details className={styles.details}>
          <summary>Show as a table</summary>
          <ReportTable
            label={title}
            columns={['Days', ...series.map(({ name }) => name)]}
            rows={categories.map((category, at) => ({
              key: category,
              cells: [category, ...series.map(({ values }) => formatNumber(values[at] ?? 0))],
            }))}
          />
        </details>
      )}
    </figure>
  )
}

const Texts = ({ texts, className }: { texts: readonly ChartText[]; className: string | undefined }) =>
  texts.map(({ text, x, y, anchor }) => (
    <text key={`${x} ${y}`} className={className} x={x} y={y} textAnchor={anchor}>
      {text}
    </text>
  ))
