import styles from './LogoGrounds.module.css'

/** Shows a logo on a light and a dark background, independent of the theme. */
export function LogoGrounds({ name, logo }: { name: string; logo: string | null }) {
  if (!logo) return <p className={styles.none}>Not added yet</p>
  return (
    <div className={styles.grounds}>
      {(['light', 'dark'] as const).map((ground) => (
        <figure key={ground} className={styles.figure}>
          <div className={styles.paper} data-ground={ground}>
            <img src={logo} alt={`Logo of ${name} on ${ground}`} />
          </div>
          <figcaption className={styles.caption}>On {ground}</figcaption>
        </figure>
      ))}
    </div>
  )
}
