import styles from './Section.module.css'

interface ArtProps {
  /** SVG source, imported with `?raw`. It is inlined, so that it can use the theme's colors. */
  svg: string
  /** Text alternative. Without it, the drawing is decorative and hidden from screen readers. */
  label?: string
  className?: string
}

export function Art({ svg, label, className }: ArtProps) {
  const role = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the SVG is a file of this repository that is included at build time
  return <div {...role} className={`${styles.art} ${className ?? ''}`} dangerouslySetInnerHTML={{ __html: svg }} />
}
