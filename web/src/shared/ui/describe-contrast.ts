import { contrast } from './readable-text-color.ts'

/** The contrast that WCAG AA requires of text. */
const READABLE = 4.5

/** Describes which text color is readable on a #rrggbb background. */
export function describeContrast(colour: string): string {
  const ratio = (text: string) => `${Math.floor(contrast(colour, text) * 10) / 10} to 1`
  if (contrast(colour, '#ffffff') >= READABLE) return `White text on it reads well: ${ratio('#ffffff')}.`
  return `Black text on it reads well: ${ratio('#000000')}. White is hard to read: ${ratio('#ffffff')}.`
}
