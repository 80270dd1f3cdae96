import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from '../ui/Button.module.css'

export const DownloadButton = (anchor: ComponentProps<'a'>) => (
  <a {...anchor} className={styles.button} download>
    <Download aria-hidden="true" />
    Download
  </a>
)
