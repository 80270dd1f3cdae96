import { formatSize } from '@app/contracts/format/file-size.ts'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../shared/ui/Button.tsx'
import { FileWords } from '../../shared/ui/FileWords.tsx'
import { isConverted, useObjectUrl } from '../../shared/ui/files.ts'
import { focusBeside } from '../../shared/ui/focus.ts'
import { ItemResult } from '../../shared/ui/ItemResult.tsx'
import styles from './PhotoRow.module.css'
import type { PhotoToSend } from './sending.ts'

interface RowProps {
  file: File
  detail: string
  children?: ReactNode
  action?: ReactNode
}

function Row({ file, detail, children, action }: RowProps) {
  const url = useObjectUrl(file)
  return (
    <li className={styles.row}>
      <span className={styles.thumbnail}>{url && <img src={url} alt="" loading="lazy" decoding="async" />}</span>
      <FileWords name={file.name} detail={detail}>
        {children}
      </FileWords>
      {action}
    </li>
  )
}

/** A photo that is chosen, and not sent yet. */
export function ChosenPhoto({ file, disabled, onRemove }: { file: File; disabled: boolean; onRemove: () => void }) {
  return (
    <Row
      file={file}
      detail={`${formatSize(file.size)}${isConverted(file) ? ' · We’ll convert it' : ''}`}
      action={
        <IconButton
          className={styles.remove}
          label={`Remove ${file.name}`}
          icon={<X />}
          aria-disabled={disabled || undefined}
          onClick={({ currentTarget }) => {
            if (disabled) return
            focusBeside(currentTarget)
            onRemove()
          }}
        />
      }
    />
  )
}

/** A photo of a delivery, with its progress or its result. */
export function SentPhoto({ photo: { file, state, share, message } }: { photo: PhotoToSend }) {
  return (
    <Row file={file} detail={state === 'sending' ? `${formatSize(share * file.size)} of ${formatSize(file.size)}` : formatSize(file.size)}>
      {state === 'sending' && <progress className={styles.progress} value={share} aria-label={`Upload of ${file.name}`} />}
      {state === 'waiting' && <span className={styles.waiting}>Waiting</span>}
      {state === 'sent' && <ItemResult outcome="done">Sent</ItemResult>}
      {state === 'known' && <ItemResult outcome="done">You already sent this one</ItemResult>}
      {state === 'refused' && <ItemResult outcome="failed">{message}</ItemResult>}
    </Row>
  )
}
