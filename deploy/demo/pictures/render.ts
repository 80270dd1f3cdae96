import { Resvg } from '@resvg/resvg-js'

/** Renders SVG as a PNG picture. */
export function render(width: number, height: number, content: string): Buffer<ArrayBuffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`
  return Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } }).render().asPng())
}
