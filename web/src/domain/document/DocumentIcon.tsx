import type { Document } from '@app/contracts/http/documents.ts'
import styles from './DocumentIcon.module.css'

/** Icon of a sheet of paper with the file extension. Each document type has its own color. */
export const DocumentIcon = ({ documentType, fileName }: Pick<Document, 'documentType' | 'fileName'>) => (
  <svg className={styles.icon} viewBox="0 0 40 48" data-type={documentType} aria-hidden="true">
    <path className={styles.sheet} d="M9 1h18l10 10v33a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z" />
    <path className={styles.fold} d="M27 1v7a3 3 0 0 0 3 3h7M12 12h8M12 18h18" />
    <rect className={styles.band} x="2" y="25" width="36" height="15" rx="3" />
    <text className={styles.ending} x="20" y="36.2" textAnchor="middle" fontSize="10">
      {fileName.split('.').at(-1)?.toUpperCase()}
    </text>
  </svg>
)
