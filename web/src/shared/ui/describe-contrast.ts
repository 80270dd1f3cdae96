import { contrast } from './readable-text-color.ts'

/** Minimum contrast of text (WCAG AA). */
const READABLE = 4.5

/** Describes the readable text color on a #rrggbb background, with its contrast ratio. */
export function describeContrast(colour: string): string {
  const ratio = (text: string) => `${Math.floor(contrast(colour, text) * 10) / 10}:1`
  if (contrast(colour, '#ffffff') >= READABLE) return `Use white text here (${ratio('#ffffff')}).`
  return `Use dark text here (${ratio('#000000')}).`
}
