import { MEGABYTE } from '../primitives.ts'

const KILOBYTE = 1024

/** Formats a size, for example "340 KB" or "2.4 MB". */
export function formatSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${Number((bytes / MEGABYTE).toFixed(1))} MB`
  return `${Math.ceil(bytes / KILOBYTE)} KB`
}
