import { formatSize } from '@app/contracts/rules/file-size.ts'
import { FileText, FileUp, ImagePlus, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { FieldFrame } from './Field.tsx'
import styles from './FileDrop.module.css'
import { type AcceptedFiles, acceptOf, describeAccepted, refusalOf, useObjectUrl } from './files.ts'
import { FileWords, UploadProgress } from './UploadProgress.tsx'

interface FileDropProps {
  label: ReactNode
  /** Types, size and the words of refusal; the file field of a route's form contract is one. */
  field: AcceptedFiles
  file: File | null
  onChange: (file: File | null) => void
  /** Has it take several at once: the first becomes its file, and this hears of the others. */
  onMore?: (files: readonly File[]) => void
  /** Hears the words of each refusal, for a toast; they stand under the field anyway. The selection is cleared. */
  onRefuse: (message: string) => void
  /** The picture there now, shown until another is chosen. */
  currentUrl?: string | null
  error?: string
  /** Below it: what is known of the picture. */
  note?: ReactNode
  required?: boolean
  disabled?: boolean
  /** 0 to 1 while it uploads; which can be called off with `onCancel`. */
  progress?: number
  onCancel?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** Choose, drag or paste. Refuses the wrong type or size at once, without waiting for the server. */
export function FileDrop(props: FileDropProps) {
  const { label, field, onChange, onMore, onRefuse, error, note, required, disabled, progress, onCancel, name, ref } = props
  const [refusal, setRefusal] = useState<string>()
  const [over, setOver] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const focusInput = () => box.current?.querySelector('input')?.focus()

  // What was said of others when this one was chosen is over once it is sent.
  if (disabled && refusal) setRefusal(undefined)

  function take(offered: readonly File[]): void {
    const asked = onMore ? offered : offered.slice(0, 1)
    if (asked.length === 0 || disabled) return
    const taken = asked.filter((one) => !refusalOf(one, field))
    const refusals = asked.flatMap((one) => {
      const words = refusalOf(one, field)
      if (!words) return []
      return asked.length === 1 ? words : `${one.name}: ${words}`
    })
    setRefusal(refusals.join('\n') || undefined)
    for (const words of refusals) onRefuse(words)
    const [first = null, ...more] = taken
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

  // The button that calls an upload off goes with it, and the input can have the focus only then.
  const isCalledOff = useRef(false)
  useEffect(() => {
    if (progress !== undefined || !isCalledOff.current) return
    isCalledOff.current = false
    focusInput()
  })

  function callOff(): void {
    isCalledOff.current = true
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
              // The file lives in `file`; an emptied input hears the same file chosen again.
              currentTarget.value = ''
            }}
          />
          <Face {...props} onCancel={onCancel && callOff} onClear={disabled ? undefined : clear} />
        </div>
      )}
    </FieldFrame>
  )
}

/** What it shows: the invitation, the picture there now, or the chosen file with its upload. */
function Face({ field, file, currentUrl, onMore, progress, onCancel, onClear }: FileDropProps & { onClear: (() => void) | undefined }) {
  const ofPictures = 'kind' in field
  const chosenUrl = useObjectUrl(ofPictures ? file : null)
  const picture = chosenUrl ?? currentUrl
  const Sign = ofPictures ? ImagePlus : file ? FileText : FileUp

  return (
    <div className={styles.face}>
      {picture ? <img className={styles.picture} src={picture} alt="" /> : <Sign className={styles.sign} aria-hidden="true" />}
      {file && progress !== undefined && <UploadProgress file={file} share={progress} onCancel={onCancel} />}
      {file && progress === undefined && (
        <>
          <FileWords name={file.name} detail={formatSize(file.size)} />
          {onClear && <IconButton className={styles.clear} label="Remove the file" icon={<X />} onClick={onClear} />}
        </>
      )}
      {!file && (
        <div className={styles.words}>
          <span>
            <span className={styles.choose}>{currentUrl ? 'Choose another' : onMore ? 'Choose files' : 'Choose a file'}</span>
            <span className={styles.pointerOnly}> or drag {onMore ? 'them' : 'it'} here</span>
          </span>
          <span className={`${styles.detail} ${styles.pointerOnly}`}>Pasting works too</span>
        </div>
      )}
    </div>
  )
}
