import { isHexColour, readableColour } from '@app/contracts/format/readable-text-color.ts'
import type { TextStyle } from '../text/lay-out-text.ts'

/** Colors of a report. */
export interface Look {
  paper: string
  ink: string
  muted: string
  line: string
  sunken: string
  /** The company's color for shapes and text, dark enough for text on paper. */
  accent: string
  /** Ground and edge of shapes of the month before. */
  before: { fill: string; edge: string }
}

export const styles = {
  title: { face: 'display', size: 28, lineHeight: 34 },
  heading: { face: 'display', size: 16, lineHeight: 22 },
  figure: { face: 'display', size: 26, lineHeight: 32 },
  body: { face: 'regular', size: 10, lineHeight: 15 },
  strong: { face: 'bold', size: 10, lineHeight: 15 },
  small: { face: 'regular', size: 8.5, lineHeight: 12 },
  smallStrong: { face: 'bold', size: 8.5, lineHeight: 12 },
} as const satisfies Record<string, TextStyle>

const PAPER = '#ffffff'
/** The color of companies without one. */
const LEAF = '#1f6b4f'

/** Chooses the colors of a report. A company's color that is hard to read on white becomes darker. */
export function lookOf(companyColor: string | undefined): Look {
  return {
    paper: PAPER,
    ink: '#1b2420',
    muted: '#55605a',
    line: '#e4e1d6',
    sunken: '#f7f5ef',
    accent: readableColour(isHexColour(companyColor) ? companyColor : LEAF, PAPER),
    before: { fill: '#eeebe1', edge: '#8a8b80' },
  }
}
