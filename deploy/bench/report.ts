import { loadavg } from 'node:os'

export interface Measure {
  what: string
  measured: number
  unit: 'x' | 'ms' | 'kB' | 'MB' | '/s' | 'lost'
  target: { atLeast: number } | { below: number }
  /** The values from which the result was calculated. */
  detail: string
}

const digits: Record<Measure['unit'], number> = { x: 2, ms: 1, kB: 0, MB: 0, '/s': 0, lost: 0 }

const isMet = ({ measured, target }: Measure): boolean => ('atLeast' in target ? measured >= target.atLeast : measured < target.below)

const withUnit = (value: number, unit: Measure['unit']): string =>
  unit === 'x' ? value.toFixed(2) : `${value.toFixed(digits[unit])} ${unit}`

const columns = ({ what, measured, unit, target, detail }: Measure, met: boolean): string[] => [
  what,
  withUnit(measured, unit),
  'atLeast' in target ? `>= ${withUnit(target.atLeast, unit)}` : `< ${withUnit(target.below, unit)}`,
  met ? 'ok' : 'missed',
  detail,
]

/** Returns the lines of a table with aligned columns. */
export function alignColumns(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Prints the table of all results. Returns false if a target is missed. */
export function printTable(measures: readonly Measure[]): boolean {
  const rows = [['what', 'measured', 'target', '', 'calculated from'], ...measures.map((measure) => columns(measure, isMet(measure)))]
  process.stdout.write(`\n${alignColumns(rows).join('\n')}\n\n`)
  return measures.every(isMet)
}

/** Prints progress and the load average. On a busy machine, ratios are reliable, but absolute results are not. */
export const say = (text: string): void => void process.stderr.write(`${text} (load ${loadavg()[0]?.toFixed(1)})\n`)

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
