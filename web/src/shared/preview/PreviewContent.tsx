import type { Preview } from '@app/contracts/http/previews.ts'
import { FileGallery } from './FileGallery.tsx'
import styles from './PreviewContent.module.css'

interface PreviewContentProps {
  preview: Pick<Preview, 'caption' | 'files'>
  /** Text alternative of the picture of a preview with one file. Several files are called "Picture 2 of 3". */
  label: string
}

/** The files of a preview in their order, and its whole caption. */
export function PreviewContent({ preview, label }: PreviewContentProps) {
  return (
    <div className={styles.content}>
      <FileGallery files={preview.files} label={label} />
      {preview.caption && <p className={styles.caption}>{preview.caption}</p>}
    </div>
  )
}
