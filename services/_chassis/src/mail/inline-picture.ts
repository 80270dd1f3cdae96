import { escapeHtml } from './escape.ts'

interface InlinePicture {
  contentId: string
  alt: string
  /** Size in pixels, for email apps that ignore styles. Without a width, the width follows from the height. */
  width?: number
  height: number
  /** Whether the picture has a border and a background, whose colors are different on a dark screen. */
  isFramed?: boolean
  style: string
}

const sourceOf = (contentId: string): string => ` src="cid:${escapeHtml(contentId)}"`
const ALT = ' alt="'

/** Returns the HTML of a picture that is attached to the mail. */
export const pictureTag = ({ contentId, alt, width, height, isFramed, style }: InlinePicture): string =>
  `<img${sourceOf(contentId)}${ALT}${escapeHtml(alt)}"${width === undefined ? '' : ` width="${width}"`} height="${height}"${isFramed ? ' class="picture"' : ''} style="${style}">`

/** Replaces a picture in the HTML by its alternative text. Does nothing if the HTML does not show the picture. */
export function withoutPicture(html: string, contentId: string): string {
  const begin = html.indexOf(`<img${sourceOf(contentId)}`)
  if (begin < 0) return html
  const end = html.indexOf('>', begin) + 1
  const alt = html.indexOf(ALT, begin) + ALT.length
  return html.slice(0, begin) + html.slice(alt, html.indexOf('"', alt)) + html.slice(end)
}
