import { formatSize } from '@app/contracts/format/file-size.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import { useId } from 'react'
import { DocumentIcon } from '../../../domain/document/DocumentIcon.tsx'
import { typeNames } from '../../../domain/document/documents.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Card } from '../../../shared/ui/Card.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import styles from './DocumentCard.module.css'

export function DocumentCard({ document, onView }: { document: Document; onView: () => void }) {
  const titleId = useId()
  const { DocId, title, documentType, size, createdAt } = document
  return (
    <Card className={styles.card} aria-labelledby={titleId}>
      <DocumentIcon {...document} />
      <div className={styles.words}>
        <p className={styles.number}>Doc id: #{DocId}</p>
        <h3 className={styles.title} id={titleId}>
          {title}
        </h3>
      </div>
      <p className={styles.facts}>
        {typeNames[documentType]} · {formatSize(size)} · <Time value={createdAt} />
      </p>
      <Button tone="quiet" size="small" data-covers="" aria-describedby={titleId} onClick={onView}>
        View
      </Button>
    </Card>
  )
}
