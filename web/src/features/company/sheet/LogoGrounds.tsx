import styles from './LogoGrounds.module.css'

/** A logo on light and on dark paper, whatever the theme. */
export function LogoGrounds({ name, logo }: { name: string; logo: string | null }) {
  if (!logo) return <p className={styles.none}>Not given</p>
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
