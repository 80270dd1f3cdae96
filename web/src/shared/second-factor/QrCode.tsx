import encodeQR from 'qr'
import styles from './QrCode.module.css'

/** The edge that readers need to find the code. */
const QUIET_ZONE = 4

/** Dark on light in both themes: not every reader takes it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const dots = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg className={styles.code} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={dots.join('')} />
    </svg>
  )
}
