import type { Preview } from '@app/contracts/http/previews.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { FileView } from './FileView.tsx'
import { fileLabel } from './file-label.ts'
import styles from './PreviewContent.module.css'
import { usePreviewMarks } from './PreviewMarks.tsx'

// Loaded on demand, because most previews have one file.
const FileGallery = lazyPart(() => import('./FileGallery.tsx'))

/** Whether the owner can see all files of a preview. Returns false while the gallery of several files is loading. */
export function useAllFilesVisible(files: Preview['files']): boolean {
  const hasGallery = FileGallery.useArrived()
  return hasGallery || files.length < 2
}

interface PreviewContentProps {
  preview: Pick<Preview, 'caption' | 'files'>
  /** Text alternative of the picture of a preview with one file. Several files are called "Picture 2 of 3". */
  label: string
}

/** The files of a preview in their order, and its whole caption. */
export function PreviewContent({ preview: { files, caption }, label }: PreviewContentProps) {
  const marks = usePreviewMarks()
  return (
    <div className={styles.content}>
      <Files files={files} label={label} />
      {caption && <p className={styles.caption}>{marks?.inCaption(caption) ?? caption}</p>}
    </div>
  )
}

/** The only file, or a gallery of several files. While the gallery is loading, its first file is shown. */
function Files({ files, label }: { files: Preview['files']; label: string }) {
  const hasGallery = FileGallery.useArrived()
  const [first] = files
  if (!first) return null
  if (files.length === 1) return <FileView file={first} position={1} label={label} />
  return (
    <>
      {!hasGallery && <FileView file={first} position={1} label={fileLabel(first, 0, files.length)} />}
      <FileGallery files={files} />
    </>
  )
}
