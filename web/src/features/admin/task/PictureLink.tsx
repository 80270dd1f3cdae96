import styles from './PictureLink.module.css'

/** A picture, small; it opens by itself. */
export function PictureLink({ src, alt }: { src: string; alt: string }) {
  return (
    <a className={styles.link} href={src} target="_blank" rel="noreferrer">
      <img className={styles.picture} src={src} alt={alt} loading="lazy" />
    </a>
  )
}
