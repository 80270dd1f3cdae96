import { MEGABYTE } from '../primitives.ts'
import { formatNumber } from './numbers.ts'

const KILOBYTE = 1024

/** Formats a size, for example "340 KB" or "2.4 MB". */
export function formatSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${formatNumber(bytes / MEGABYTE, 1)} MB`
  return `${formatNumber(Math.ceil(bytes / KILOBYTE))} KB`
}
