import { contrast } from './readable-on.ts'

/** What WCAG asks of text. */
const READABLE = 4.5

/** How text reads on a #rrggbb ground, in words. */
export function readingOn(colour: string): string {
  const ratio = (text: string) => `${Math.floor(contrast(colour, text) * 10) / 10} to 1`
  if (contrast(colour, '#ffffff') >= READABLE) return `White text on it reads well: ${ratio('#ffffff')}.`
  return `Black text on it reads well: ${ratio('#000000')}. White is hard to read: ${ratio('#ffffff')}.`
}
