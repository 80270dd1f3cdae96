import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '../support/chromium.ts'

interface Font {
  family: string
  file: string
  weight: string
}

const font = (family: string, name: string, weight = '400'): Font => ({
  family,
  file: `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`,
  weight,
})

const fonts: readonly Font[] = [
  font('Great Vibes', 'great-vibes'),
  font('Dancing Script', 'dancing-script'),
  font('Pacifico', 'pacifico'),
  font('Caveat', 'caveat', '700'),
  font('Bebas Neue', 'bebas-neue'),
  font('Oswald', 'oswald'),
  font('Oswald', 'oswald', '700'),
  font('Playfair Display', 'playfair-display'),
  font('Playfair Display', 'playfair-display', '700'),
  font('Montserrat', 'montserrat'),
  font('Montserrat', 'montserrat', '700'),
  font('Josefin Sans', 'josefin-sans', '300'),
  font('Josefin Sans', 'josefin-sans'),
  { family: 'Inter', file: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', weight: '100 900' },
]

async function fontFace({ family, file, weight }: Font): Promise<string> {
  const data = await readFile(fileURLToPath(import.meta.resolve(file)))
  return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${data.toString('base64')})}`
}

const STYLES =
  '*{box-sizing:border-box}body{margin:0;position:relative;overflow:hidden}.full{position:absolute;inset:0}' +
  '.full,[style*="url("]{background-size:cover!important;background-position:center!important}' +
  '.box{position:absolute;display:flex;flex-direction:column;overflow:hidden;--scale:1;line-height:1.15}'

/** A rectangle in pixels. */
export interface Rectangle {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Rendered {
  jpeg: Buffer
  /** Where each line is, by its index. */
  places: Record<number, Rectangle>
}

const IN_PAGE = fileURLToPath(new URL('in-page.js', import.meta.url))

/** Renders pictures one after the other in the same page of Chromium, as JPEG files with quality 60. */
export async function withRenderer<T>(
  photos: readonly Buffer[],
  use: (render: (html: string, width: number, height: number) => Promise<Rendered>) => Promise<T>,
): Promise<T> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const variables = photos.map((photo, index) => `--photo${index}:url(data:image/jpeg;base64,${photo.toString('base64')})`)
    const faces = await Promise.all(fonts.map(fontFace))
    await page.setContent(`<style>${faces.join('')}${STYLES}:root{${variables.join(';')}}</style>`)
    await page.addScriptTag({ path: IN_PAGE })
    for (const { family, weight } of fonts)
      await page.evaluate(`document.fonts.load("${weight.split(' ')[0]} 40px '${family}'").then(() => {})`)
    return await use(async (html, width, height) => {
      await page.setViewportSize({ width, height })
      const sized = `<style>body{width:${width}px;height:${height}px}</style>${html}`
      const places = await page.evaluate<Rendered['places']>(`showDesign(${JSON.stringify(sized)})`)
      return { places, jpeg: await page.screenshot({ type: 'jpeg', quality: 60 }) }
    })
  } finally {
    await browser.close()
  }
}
