import { contrast } from './readable-text-color.ts'

/** Minimum contrast of text (WCAG AA). */
const READABLE = 4.5

/** Describes the readable text color on a #rrggbb background. */
export const describeContrast = (colour: string): string =>
  contrast(colour, '#ffffff') >= READABLE ? 'White text is easy to read on this color.' : 'Dark text is easy to read on this color.'
