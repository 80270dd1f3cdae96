import { formatSize } from '@app/contracts/format/file-size.ts'
import { FileText, FileUp, ImagePlus, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { formSender } from '../api/call.ts'
import { IconButton } from './Button.tsx'
import { FieldFrame } from './Field.tsx'
import styles from './FileDrop.module.css'
import { FileWords } from './FileWords.tsx'
import { type AcceptedFiles, acceptOf, describeAccepted, isConverted, refusalOf, useObjectUrl } from './files.ts'
import { LazyUploadProgress } from './LazyUploadProgress.ts'
import { useLoadedWhenIdle } from './lazy-part.tsx'

/** Parts that send the form and show its progress. They are loaded while the page is idle, or when a file is chosen. */
const uploadParts = [formSender, LazyUploadProgress]

interface FileDropProps {
  label: ReactNode
  /** Accepted types, maximum size and rejection message, for example a file field of a form contract. */
  field: AcceptedFiles
  file: File | null
  onChange: (file: File | null) => void
  /** Allows several files at once. The first file becomes `file`, and `onMore` gets the others. */
  onMore?: (files: readonly File[]) => void
  /**
   * Called with the rejection messages, one line for each rejected file, so that a toast can show them. The field also shows the messages.
   * If all files are rejected, `file` becomes null.
   */
  onRefuse: (message: string) => void
  /** URL of the current picture. It is shown until the user chooses another file. */
  currentUrl?: string | null
  error?: string
  note?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Share of the upload that is sent, 0 to 1. The upload can be canceled if `onCancel` is given. */
  progress?: number
  onCancel?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** Field to choose, drag or paste a file. Files of a wrong type or size are rejected without a request. */
export function FileDrop(props: FileDropProps) {
  const { label, field, onChange, onMore, onRefuse, error, note, required, disabled, progress, onCancel, name, ref } = props
  const [refusal, setRefusal] = useState<string>()
  const [over, setOver] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const focusInput = () => box.current?.querySelector('input')?.focus()
  useLoadedWhenIdle(uploadParts)

  // Removes the rejection message when the form is submitted. The field then shows `error`, the form's error for this field.
  useEffect(() => {
    const form = box.current?.querySelector('input')?.form
    const forget = () => setRefusal(undefined)
    form?.addEventListener('submit', forget)
    return () => form?.removeEventListener('submit', forget)
  }, [])

  function take(offered: readonly File[]): void {
    const asked = onMore ? offered : offered.slice(0, 1)
    if (asked.length === 0 || disabled) return
    const taken = asked.filter((one) => !refusalOf(one, field))
    const refusals = asked.flatMap((one) => {
      const words = refusalOf(one, field)
      if (!words) return []
      return asked.length === 1 ? words : `${one.name}: ${words}`
    })
    const refused = refusals.join('\n') || undefined
    setRefusal(refused)
    if (refused) onRefuse(refused)
    const [first = null, ...more] = taken
    if (first) for (const { load } of uploadParts) void load()
    onChange(first)
    if (more.length > 0) onMore?.(more)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }

  function paste(event: ClipboardEvent): void {
    take([...event.clipboardData.files])
  }

  function clear(): void {
    setRefusal(undefined)
    onChange(null)
    focusInput()
  }

  // The input is disabled during an upload. After a cancellation, it can get the focus only in the next render.
  const isCanceled = useRef(false)
  useEffect(() => {
    if (progress !== undefined || !isCanceled.current) return
    isCanceled.current = false
    focusInput()
  })

  function cancelUpload(): void {
    isCanceled.current = true
    onCancel?.()
  }

  return (
    <FieldFrame label={label} hint={describeAccepted(field)} error={refusal ?? error} note={note} required={required}>
      {(control) => (
        <div
          ref={box}
          className={styles.drop}
          data-over={over || undefined}
          data-invalid={control['aria-invalid']}
          data-disabled={disabled || undefined}
        >
          <input
            {...control}
            ref={ref}
            className={styles.input}
            type="file"
            name={name}
            accept={acceptOf(field)}
            multiple={Boolean(onMore)}
            disabled={disabled}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(!disabled)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            onPaste={paste}
            onChange={({ currentTarget }) => {
              take([...(currentTarget.files ?? [])])
              // `file` contains the chosen file. The input is cleared, because choosing the same file again would otherwise fire no event.
              currentTarget.value = ''
            }}
          />
          <Face {...props} onCancel={onCancel && cancelUpload} onClear={disabled ? undefined : clear} />
        </div>
      )}
    </FieldFrame>
  )
}

function Face({ field, file, currentUrl, onMore, progress, onCancel, onClear }: FileDropProps & { onClear: (() => void) | undefined }) {
  const ofPictures = 'kind' in field
  const chosenUrl = useObjectUrl(ofPictures ? file : null)
  const picture = chosenUrl ?? currentUrl
  const Sign = ofPictures ? ImagePlus : file ? FileText : FileUp

  return (
    <div className={styles.face}>
      {picture ? <img className={styles.picture} src={picture} alt="" /> : <Sign className={styles.sign} aria-hidden="true" />}
      {file && progress !== undefined && <LazyUploadProgress file={file} share={progress} onCancel={onCancel} />}
      {file && progress === undefined && (
        <>
          <FileWords name={file.name} detail={`${formatSize(file.size)}${ofPictures && isConverted(file) ? ' · We’ll convert it' : ''}`} />
          {onClear && <IconButton className={styles.clear} label="Remove the file" icon={<X />} onClick={onClear} />}
        </>
      )}
      {!file && (
        <div className={styles.words}>
          <span>
            <span className={styles.choose}>{currentUrl ? 'Choose another' : onMore ? 'Choose files' : 'Choose a file'}</span>
            <span className={styles.pointerOnly}> or drag {onMore ? 'them' : 'it'} here</span>
          </span>
          <span className={`${styles.detail} ${styles.pointerOnly}`}>You can also paste</span>
        </div>
      )}
    </div>
  )
}
