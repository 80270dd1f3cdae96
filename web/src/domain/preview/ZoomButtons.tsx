import { formatPercent } from '@app/contracts/format/numbers.ts'
import { Minus, Plus } from 'lucide-react'
import { IconButton } from '../../shared/ui/Button.tsx'
import type { Zoom } from './use-zoom.ts'
import styles from './ZoomButtons.module.css'

interface ZoomButtonsProps {
  zoom: Zoom
  /** How the content is shown at 100%, for example "fit to width". */
  fitLabel: string
}

/** Buttons that zoom out, fit, and zoom in. */
export const ZoomButtons = ({ zoom: { percent, min, max, step, fit }, fitLabel }: ZoomButtonsProps) => (
  <span className={styles.zoom}>
    <IconButton label="Zoom out" icon={<Minus />} aria-disabled={percent === min || undefined} onClick={() => step(-1)} />
    <button type="button" className={styles.fit} aria-label={`Zoom ${formatPercent(percent / 100)}, ${fitLabel}`} onClick={fit}>
      {formatPercent(percent / 100)}
    </button>
    <IconButton label="Zoom in" icon={<Plus />} aria-disabled={percent === max || undefined} onClick={() => step(1)} />
  </span>
)
