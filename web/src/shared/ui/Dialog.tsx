import styles from './Dialog.module.css'
import { ModalFrame, type ModalProps } from './ModalFrame.tsx'

/** A window in the middle; `wide` for what holds cards or pictures. */
export function Dialog({ wide = false, ...modal }: ModalProps & { wide?: boolean }) {
  return <ModalFrame {...modal} className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog} />
}
