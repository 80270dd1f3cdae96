import type { FileField } from '@app/contracts/define.ts'
import { mediaTypes } from '@app/contracts/rules/files.ts'
import { type ClipboardEvent, type DragEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { FieldFrame } from './Field.tsx'
import styles from './FileDrop.module.css'
import { FileDropFace } from './FileDropFace.tsx'
import { describeField, refusalOf } from './file-field.ts'

interface FileDropProps {
  label: ReactNode
  /** The file field of the route's form contract: type, size and the words of refusal. */
  field: FileField
  file: File | null
  onChange: (file: File | null) => void
  /** Hears the words of refusal, for a toast; they stand under the field anyway. The selection is cleared. */
  onRefuse?: (message: string) => void
  /** The picture there now, shown until another is chosen. */
  currentUrl?: string | null
  error?: string
  required?: boolean
  disabled?: boolean
  /** 0 to 1 while it uploads. */
  progress?: number
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** Choose, drag or paste one picture. Refuses the wrong type or size at once, without waiting for the server. */
export function FileDrop(props: FileDropProps) {
  const { label, field, file, onChange, onRefuse, currentUrl, error, required, disabled, progress, name, ref } = props
  const [refusal, setRefusal] = useState<string>()
  const [over, setOver] = useState(false)
  const box = useRef<HTMLDivElement>(null)

  function take(chosen: File | undefined): void {
    if (!chosen || disabled) return
    const refused = refusalOf(chosen, field)
    setRefusal(refused)
    onChange(refused ? null : chosen)
    if (refused) onRefuse?.(refused)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  function paste(event: ClipboardEvent): void {
    take(event.clipboardData.files[0])
  }

  function clear(): void {
    setRefusal(undefined)
    onChange(null)
    box.current?.querySelector('input')?.focus()
  }

  return (
    <FieldFrame label={label} hint={describeField(field)} error={refusal ?? error} required={required}>
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
            accept={mediaTypes[field.kind].join(',')}
            disabled={disabled}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(!disabled)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            onPaste={paste}
            onChange={({ currentTarget }) => {
              take(currentTarget.files?.[0])
              // The file lives in `file`; an emptied input hears the same file chosen again.
              currentTarget.value = ''
            }}
          />
          <FileDropFace file={file} currentUrl={currentUrl} progress={progress} onClear={disabled ? undefined : clear} />
        </div>
      )}
    </FieldFrame>
  )
}
