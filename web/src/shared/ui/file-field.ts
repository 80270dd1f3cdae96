import type { FileField } from '@app/contracts/define.ts'
import { mediaTypes } from '@app/contracts/rules/files.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** "340 KB", "2.4 MB" */
export function formatSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${Number((bytes / MEGABYTE).toFixed(1))} MB`
  return `${Math.ceil(bytes / KILOBYTE)} KB`
}

/** "JPEG or PNG, up to 10 MB" */
export function describeField({ kind, maxBytes }: FileField): string {
  const names = mediaTypes[kind].map((type) => type.replace('image/', '').toUpperCase().replace('WEBP', 'WebP'))
  return `${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}, up to ${formatSize(maxBytes)}`
}

/** Why the field does not take this file, or undefined if it does. The server looks at the bytes again. */
export function refusalOf(file: File, { kind, maxBytes, refusal }: FileField): string | undefined {
  if (!mediaTypes[kind].includes(file.type)) return refusal
  if (file.size > maxBytes) return `This file is ${formatSize(file.size)}. The largest we take is ${formatSize(maxBytes)}.`
  return undefined
}
