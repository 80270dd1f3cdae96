import styles from './Swatch.module.css'

/** A company's colour (#rrggbb) with its name. */
export function Swatch({ colour }: { colour: string }) {
  return (
    <span className={styles.swatch} style={{ '--colour': colour }}>
      {colour}
    </span>
  )
}
