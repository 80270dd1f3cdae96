import styles from './Section.module.css'

interface ArtProps {
  /** The drawing's file, imported with ?raw: inline, so that it takes the theme's colours. */
  svg: string
  /** What it shows; without it, it is decoration and not read out. */
  label?: string
  className?: string
}

/** One of the site's drawings, as wide as its place. */
export function Art({ svg, label, className }: ArtProps) {
  const role = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: files of this repository, put in at build time
  return <div {...role} className={`${styles.art} ${className ?? ''}`} dangerouslySetInnerHTML={{ __html: svg }} />
}
