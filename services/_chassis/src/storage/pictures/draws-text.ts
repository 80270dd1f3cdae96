import { open } from './library.ts'

const TEXT = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text x="2" y="16" font-size="16">M</text></svg>'

let drawsText: Promise<boolean> | undefined

async function drawTest(): Promise<boolean> {
  const { channels } = await open(Buffer.from(TEXT)).stats()
  return channels.some(({ max }) => max > 0)
}

/** Returns whether this system has fonts. Without fonts, the texts of SVG pictures would silently be missing. */
export function canDrawText(): Promise<boolean> {
  drawsText ??= drawTest()
  return drawsText
}
