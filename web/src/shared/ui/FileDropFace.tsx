import { ImagePlus, X } from 'lucide-react'
import { IconButton } from './Button.tsx'
import styles from './FileDrop.module.css'
import { formatSize } from './file-field.ts'
import { useObjectUrl } from './use-object-url.ts'

interface FileDropFaceProps {
  file: File | null
  currentUrl: string | null | undefined
  progress: number | undefined
  onClear: (() => void) | undefined
}

/** What a FileDrop shows: the invitation, the picture there now, or the chosen one with its upload. */
export function FileDropFace({ file, currentUrl, progress, onClear }: FileDropFaceProps) {
  const chosenUrl = useObjectUrl(file)
  const picture = chosenUrl ?? currentUrl

  return (
    <div className={styles.face}>
      {picture ? <img className={styles.picture} src={picture} alt="" /> : <ImagePlus className={styles.sign} aria-hidden="true" />}
      <span className={styles.words}>
        {file ? (
          <>
            <span className={styles.name}>{file.name}</span>
            <span className={styles.detail}>{formatSize(file.size)}</span>
          </>
        ) : (
          <>
            <span>
              <span className={styles.choose}>{currentUrl ? 'Choose another' : 'Choose a file'}</span>
              <span className={styles.pointerOnly}> or drag it here</span>
            </span>
            <span className={`${styles.detail} ${styles.pointerOnly}`}>Pasting works too</span>
          </>
        )}
        {progress !== undefined && (
          <progress className={styles.progress} value={progress} aria-label="Upload">
            {Math.round(progress * 100)} %
          </progress>
        )}
      </span>
      {file && onClear && progress === undefined && (
        <IconButton className={styles.clear} label="Remove the file" icon={<X />} onClick={onClear} />
      )}
    </div>
  )
}
