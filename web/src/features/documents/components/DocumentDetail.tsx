import { brand } from '@app/contracts/brand.ts'
import { formatSize } from '@app/contracts/format/file-size.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import { Download, Info } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { typeNames } from '../../../domain/document/documents.ts'
import button from '../../../shared/ui/Button.module.css'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog, SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useDownload, useRemoveDocument } from '../document-actions.ts'
import styles from './DocumentDetail.module.css'

interface DocumentDetailProps {
  document: Document
  isGone: boolean
  onClose: () => void
}

export default function DocumentDetail({ document, isGone, onClose }: DocumentDetailProps) {
  const [isConfirming, setConfirming] = useState(false)
  const mayFollow = useDownload()
  const remove = useRemoveDocument()
  const { DocId, title, description, DocViewer, documentType, size, createdAt, fileName, note, openedAt, linkformatedocument } = document
  // After the owner's own removal, the list changes before the panel closes. The panel then shows no message.
  const isOurs = remove.isPending || remove.isSuccess
  const news = isGone && !isOurs && 'This document was removed.'

  return (
    <SidePanel
      title={title}
      onClose={onClose}
      footer={
        !isGone && (
          <>
            <Button tone="quiet" className={styles.remove} onClick={() => setConfirming(true)}>
              Remove
            </Button>
            <DownloadButton href={linkformatedocument} onClick={(event) => mayFollow(document) || event.preventDefault()} />
          </>
        )
      }
    >
      <p className={news ? `${styles.note} ${styles.news}` : undefined} role="status">
        {news}
      </p>
      <div className={styles.detail}>
        {note && (
          <p className={styles.note}>
            <Info aria-hidden="true" />
            {note}
          </p>
        )}
        <Facts
          facts={[
            { label: 'Doc ID', value: `#${DocId}`, isShort: true },
            { label: 'Kind', value: DocViewer ? 'Training' : 'General', isShort: true },
            { label: 'Document Title', value: title },
            { label: 'Description', value: description },
            { label: 'Type', value: typeNames[documentType], isShort: true },
            { label: 'Size', value: formatSize(size), isShort: true },
            { label: 'File', value: fileName },
            { label: 'Uploaded', value: <Time value={createdAt} full clock /> },
          ]}
        />
        {openedAt && (
          <p className={styles.opened}>
            Opened by {brand.name} on <Time value={openedAt} full />
          </p>
        )}
      </div>
      {isConfirming && !news && (
        <ConfirmDialog
          title="Remove Document"
          question="Are you sure you want to remove this document?"
          confirmLabel="Delete"
          busyLabel="Deleting…"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(document, { onSuccess: onClose, onError: () => setConfirming(false) })}
          onCancel={() => setConfirming(false)}
        />
      )}
    </SidePanel>
  )
}

const DownloadButton = (anchor: ComponentProps<'a'>) => (
  <a {...anchor} className={button.button} download>
    <Download aria-hidden="true" />
    Download
  </a>
)
