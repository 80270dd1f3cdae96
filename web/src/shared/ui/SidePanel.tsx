import { ModalFrame, type ModalProps } from './ModalFrame.tsx'
import styles from './SidePanel.module.css'

/** Comes in from the right and takes the whole height; on a phone the whole screen. `wide` for picture beside facts. */
export function SidePanel({ wide = false, ...modal }: ModalProps & { wide?: boolean }) {
  return <ModalFrame {...modal} className={wide ? `${styles.panel} ${styles.wide}` : styles.panel} />
}
