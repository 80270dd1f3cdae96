import { useState } from 'react'
import styles from './LogoChip.module.css'
import { isHexColour, readableTextColor } from './readable-text-color.ts'

interface LogoChipProps {
  name: string
  /** Address of the picture; initials stand in when there is none or it does not load. */
  src?: string | null
  /** The owner's own colour (#rrggbb) behind the initials. */
  colour?: string
  size?: 'small' | 'medium' | 'large'
}

/** A company's or person's mark. Decoration: the name stands beside it in words. */
export function LogoChip({ name, src, colour, size = 'medium' }: LogoChipProps) {
  const [broken, setBroken] = useState<string>()
  const own = isHexColour(colour) ? { '--ground': colour, '--text': readableTextColor(colour) } : undefined

  return (
    <span className={`${styles.chip} ${styles[size]}`} style={own} aria-hidden="true">
      {src && src !== broken ? <img className={styles.picture} src={src} alt="" onError={() => setBroken(src)} /> : initials(name)}
    </span>
  )
}

/** "Harbor & Pine Coffee" → "HP" */
function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
