import { formatSize } from '@app/contracts/format/file-size.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import { ArrowDown, ArrowUp, FileText, Film, Image, X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { FieldError } from '../../../shared/ui/Field.tsx'
import { FileWords } from '../../../shared/ui/FileWords.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { focusBeside } from '../../../shared/ui/focus.ts'
import { AlternativeTextField } from './AlternativeTextField.tsx'
import styles from './ChosenFiles.module.css'
import { inspectionOf } from './inspections.ts'

const kindNames: Record<ContentKind, string> = { image: 'Picture', video: 'Video', pdf: 'PDF' }

interface ChosenFilesProps {
  files: readonly File[]
  /** Returns the error of the file at an index. */
  errorOf: (at: number) => string | undefined
  disabled: boolean
  onChange: (files: readonly File[]) => void
}

type Move = -1 | 1

/** The chosen files of a preview in their order. Each file can be moved and removed. */
export default function ChosenFiles({ files, errorOf, disabled, onChange }: ChosenFilesProps) {
  const [moved, setMoved] = useState('')
  /** The button that gets the focus back, because the browser removes the focus from an element that is moved in the document. */
  const focused = useRef<HTMLElement | undefined>(undefined)
  useLayoutEffect(() => {
    focused.current?.focus()
    focused.current = undefined
  })

  function move(at: number, by: Move, button: HTMLElement): void {
    const to = at + by
    const file = files[at]
    if (disabled || !file || to < 0 || to >= files.length) return
    focused.current = button
    setMoved(`${file.name} is now file ${to + 1} of ${files.length}.`)
    onChange(files.toSpliced(at, 1).toSpliced(to, 0, file))
  }

  function remove(at: number, button: HTMLElement): void {
    if (disabled) return
    focusBeside(button)
    onChange(files.toSpliced(at, 1))
  }

  return (
    <>
      <ol className={styles.files} aria-label="Chosen files">
        {files.map((file, at) => (
          <ChosenFile
            key={idOf(file)}
            file={file}
            name={`file${at + 1}`}
            error={errorOf(at)}
            isFirst={at === 0}
            isLast={at === files.length - 1}
            disabled={disabled}
            onMove={(by, button) => move(at, by, button)}
            onRemove={(button) => remove(at, button)}
          />
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {moved}
      </span>
    </>
  )
}

interface ChosenFileProps {
  file: File
  /** Name of the file's field. The button with this name gets the focus when the field has an error. */
  name: string
  error: string | undefined
  isFirst: boolean
  isLast: boolean
  disabled: boolean
  onMove: (by: Move, button: HTMLElement) => void
  onRemove: (button: HTMLElement) => void
}

function ChosenFile({ file, name, error, isFirst, isLast, disabled, onMove, onRemove }: ChosenFileProps) {
  const errorId = useId()
  const inspection = inspectionOf(file)
  const details = [inspection?.kind && kindNames[inspection.kind], formatSize(file.size), !inspection && 'checking…'].filter(Boolean)
  return (
    <li className={styles.file} data-invalid={error ? '' : undefined}>
      <Thumbnail file={file} />
      <FileWords name={file.name} detail={details.join(' · ')}>
        {inspection?.note && <span className={styles.note}>{inspection.note}</span>}
        <FieldError id={errorId}>{error}</FieldError>
        <AlternativeTextField file={file} disabled={disabled} />
      </FileWords>
      <div className={styles.tools}>
        <IconButton
          label={`Move ${file.name} up`}
          icon={<ArrowUp />}
          aria-disabled={disabled || isFirst || undefined}
          onClick={({ currentTarget }) => onMove(-1, currentTarget)}
        />
        <IconButton
          label={`Move ${file.name} down`}
          icon={<ArrowDown />}
          aria-disabled={disabled || isLast || undefined}
          onClick={({ currentTarget }) => onMove(1, currentTarget)}
        />
        <IconButton
          name={name}
          label={`Remove ${file.name}`}
          icon={<X />}
          aria-disabled={disabled || undefined}
          aria-describedby={error ? errorId : undefined}
          onClick={({ currentTarget }) => onRemove(currentTarget)}
        />
      </div>
    </li>
  )
}

const signs = { image: Image, video: Film, pdf: FileText }

export function Thumbnail({ file }: { file: File }) {
  const inspection = inspectionOf(file)
  const { kind = 'image', poster, problem } = inspection ?? {}
  const url = useObjectUrl((inspection && !problem && (poster ?? (kind === 'image' ? file : null))) || null)
  const Sign = signs[kind]
  return <span className={styles.thumbnail}>{url ? <img src={url} alt="" width="56" height="56" /> : <Sign aria-hidden="true" />}</span>
}

const ids = new WeakMap<File, number>()
let lastId = 0

/** Returns a React key of a file, because two chosen files may have the same name. */
function idOf(file: File): number {
  const id = ids.get(file) ?? ++lastId
  ids.set(file, id)
  return id
}
