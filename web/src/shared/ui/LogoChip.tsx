import { isHexColour, readableTextColor } from '@app/contracts/format/readable-text-color.ts'
import { useState } from 'react'
import styles from './LogoChip.module.css'

interface LogoChipProps {
  name: string
  /** URL of the picture. Initials are shown if the picture is missing or fails to load. */
  src?: string | null
  /** Color of the company (#rrggbb) behind the initials. */
  colour?: string
  size?: 'small' | 'medium' | 'large'
}

/** Logo of a company or initials of a person. Screen readers skip it, because the name stands beside it. */
export function LogoChip({ name, src, colour, size = 'medium' }: LogoChipProps) {
  const [broken, setBroken] = useState<string>()
  const own = isHexColour(colour) ? { '--ground': colour, '--text': readableTextColor(colour) } : undefined

  return (
    <span className={`${styles.chip} ${styles[size]}`} style={own} aria-hidden="true">
      {src && src !== broken ? <img className={styles.picture} src={src} alt="" onError={() => setBroken(src)} /> : initials(name)}
    </span>
  )
}

/** Returns "HP" for "Harbor & Pine Coffee". */
function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
