import styles from './FontSample.module.css'

/** CSS values of the fonts that we provide, by their lowercase name. */
const ourFonts: Readonly<Record<string, string>> = { inter: 'var(--font-text)', fraunces: 'var(--font-display)' }

/** A font that we do not provide is used only if it is installed on the device. */
export function FontSample({ family, name }: { family: string; name: string }) {
  const first = (family.split(',')[0] ?? '').replaceAll(/["']/g, '').trim()
  if (!first) return <p className={styles.message}>Not added yet</p>
  const ours = ourFonts[first.toLowerCase()]

  return (
    <div className={styles.font}>
      <div className={styles.sample} style={{ fontFamily: ours ?? `"${first}", var(--font-text)` }}>
        <p className={styles.name}>{name}</p>
        <p className={styles.letters}>AaBbCcDdEeFfGg 0123456789 &amp; ! ?</p>
      </div>
      <p className={styles.family}>{family}</p>
      <p className={styles.message}>
        {ours ? 'Shown in this font.' : `Shown in ${first} if it is installed on your device, otherwise in Inter.`}
      </p>
    </div>
  )
}
