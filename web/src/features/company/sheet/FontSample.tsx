import styles from './FontSample.module.css'

/** Fonts that come with the product, by the names people know them by. */
const ourFonts: Readonly<Record<string, string>> = { inter: 'var(--font-text)', fraunces: 'var(--font-display)' }

/** A company's font in its own type, as far as that can be had here. */
export function FontSample({ family, name }: { family: string; name: string }) {
  const first = (family.split(',')[0] ?? '').replaceAll(/["']/g, '').trim()
  if (!first) return <p className={styles.told}>Not given</p>
  const ours = ourFonts[first.toLowerCase()]

  return (
    <div className={styles.font}>
      <div className={styles.sample} style={{ fontFamily: ours ?? `"${first}", var(--font-text)` }}>
        <p className={styles.name}>{name}</p>
        <p className={styles.letters}>AaBbCcDdEeFfGg 0123456789 &amp; ! ?</p>
      </div>
      <p className={styles.family}>{family}</p>
      <p className={styles.told}>
        {ours
          ? 'Shown in its own type.'
          : `Shown in ${first} where this device has it, otherwise in Inter: it does not come with this page.`}
      </p>
    </div>
  )
}
