import { loadavg } from 'node:os'

const digits = { x: 2, ms: 1, kB: 0, MB: 0, '/s': 0, lost: 0 } as const
type Unit = keyof typeof digits

/** A result of a bench, and its target. */
export type Measure = {
  what: string
  measured: number
  unit: Unit
  /** The values from which the result was calculated. */
  detail: string
} & ({ atLeast: number } | { below: number })

const isMet = (measure: Measure): boolean => ('atLeast' in measure ? measure.measured >= measure.atLeast : measure.measured < measure.below)

const withUnit = (value: number, unit: Unit): string => value.toFixed(digits[unit]) + (unit === 'x' ? '' : ` ${unit}`)

const columns = (measure: Measure): string[] => [
  measure.what,
  withUnit(measure.measured, measure.unit),
  'atLeast' in measure ? `>= ${withUnit(measure.atLeast, measure.unit)}` : `< ${withUnit(measure.below, measure.unit)}`,
  isMet(measure) ? 'ok' : 'missed',
  measure.detail,
]

/** Returns the lines of a table with aligned columns. */
export function alignColumns(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => line(row).trimEnd())
}

/** Prints the table of all results. Returns false if a target is missed. */
export function printTable(measures: readonly Measure[]): boolean {
  const rows = [['what', 'measured', 'target', '', 'calculated from'], ...measures.map(columns)]
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

/** Returns the values as text, separated by commas. */
export const listed = (values: readonly number[], fractionDigits = 0): string =>
  values.map((value) => value.toFixed(fractionDigits)).join(', ')
