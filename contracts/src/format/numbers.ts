import { currentLocale } from './locale.ts'

/** Returns a number with at most `digits` decimal places, for example "12,500" or "2.4". */
export const formatNumber = (value: number, digits = 0): string => value.toLocaleString(currentLocale(), { maximumFractionDigits: digits })

/** Returns a share (0 to 1) as a percentage with at most `digits` decimal places, for example "12.5%". */
export const formatPercent = (share: number, digits = 0): string =>
  share.toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: digits })

/** Returns a share (0 to 1, or negative) as a whole percentage with its sign, for example "+12%". */
export const formatSignedPercent = (share: number): string =>
  share.toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

/** Returns a number with its unit, for example "3 hours". */
export const formatDuration = (count: number, unit: 'year' | 'day' | 'hour' | 'minute' | 'second'): string =>
  count.toLocaleString(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' })
