import type { ContentKind } from '@app/contracts/rules/previews.ts'

const drawing = (symbol: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#606060"/><path fill="#fff" d="${symbol}"/></svg>`

/** SVG pictures for files without a poster: a triangle that points right for a video, and an upright sheet for a PDF file. */
export const placeholders: Readonly<Record<Exclude<ContentKind, 'image'>, string>> = {
  video: drawing('M270 120 390 180 270 240z'),
  pdf: drawing('M260 100h120v160H260z'),
}
