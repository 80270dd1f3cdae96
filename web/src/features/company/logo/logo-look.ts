import { useEffect, useState } from 'react'
import type { Picture } from '../profile-form.ts'
import { canvasOf, loadPicture } from './picture.ts'
import { coloursIn, isFaintOnWhite, shadesIn } from './shades.ts'

/** Recommended minimum length of the longer side of a logo, in pixels. */
export const LOGO_SIDE_MIN = 400
/**
 * Maximum length of the longer side, in pixels, of the scaled copy in which colors are counted. The limit reduces the CPU time for large
 * pictures.
 */
const SAMPLE_SIDE = 160

/** Properties of a logo that lead to warnings and suggested colors. Sizes are in pixels. */
export interface LogoLook {
  width: number
  height: number
  isSmall: boolean
  isFaintOnWhite: boolean
  /** Up to 5 frequent colors (#rrggbb). */
  colours: readonly string[]
}

async function lookAt(logo: Picture): Promise<LogoLook> {
  const picture = await loadPicture(logo)
  const { naturalWidth: width, naturalHeight: height } = picture
  const longer = Math.max(width, height)
  const scale = Math.min(1, SAMPLE_SIDE / longer)
  const { canvas, context } = canvasOf(width * scale, height * scale)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const shades = shadesIn(context.getImageData(0, 0, canvas.width, canvas.height).data)
  return { width, height, isSmall: longer < LOGO_SIDE_MIN, isFaintOnWhite: isFaintOnWhite(shades), colours: coloursIn(shades) }
}

/**
 * Returns the look of a logo. Returns undefined if there is no logo, or if the browser cannot decode the logo. While another logo loads,
 * returns the look of the previous logo, so that the controls below the logo stay in place.
 */
export function useLogoLook(logo: Picture): LogoLook | undefined {
  const [look, setLook] = useState<LogoLook>()
  useEffect(() => {
    let isCurrent = true
    const show = (next: LogoLook | undefined) => isCurrent && setLook(next)
    if (logo) {
      // No message is needed if the browser cannot read the file: the server rejects such a file with a message when the form is sent.
      lookAt(logo).then(show, () => show(undefined))
    } else show(undefined)
    return () => {
      isCurrent = false
    }
  }, [logo])
  return logo ? look : undefined
}
