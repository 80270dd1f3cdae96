import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './ChangedPicture.module.css'
import { FileDrop } from './FileDrop.tsx'
import type { AcceptedFiles } from './files.ts'

interface ChangedPictureProps {
  label: string
  field: AcceptedFiles
  /** The picture before the change: the URL of the stored picture, a file that is not sent yet, or '' for no picture. */
  was: File | string
  /** The current choice: a new file, the URL of the stored picture, or '' for no picture. */
  value: File | string
  onChange: (value: File | string) => void
  onRefuse: (message: string) => void
  name: string
  error?: string
  /** Whether the picture can only be replaced and not removed. */
  required?: boolean
  disabled?: boolean
  /** Share of the upload that is sent, 0 to 1. Undefined while nothing is uploaded. */
  progress?: number
}

/** Field to keep, replace or remove a stored picture. The server changes nothing until the form is saved. */
export function ChangedPicture({ was, value, onChange, ...field }: ChangedPictureProps): ReactNode {
  const { label, required, disabled } = field
  const isFile = value instanceof File
  const isRemoved = value === '' && was !== ''
  const removal = isRemoved ? 'Keep' : 'Remove'
  const change = isRemoved
    ? 'It will be removed when you save.'
    : was === ''
      ? 'There was no picture before.'
      : 'It will replace the current picture when you save.'
  return (
    <div>
      <FileDrop
        {...field}
        file={isFile ? value : null}
        currentUrl={isFile ? undefined : value}
        // Clearing the chosen file restores the stored picture.
        onChange={(chosen) => onChange(chosen ?? was)}
        note={value === was ? undefined : `Changed. ${change}`}
      />
      {!required && was !== '' && !isFile && (
        <Button
          className={styles.remove}
          tone="quiet"
          size="small"
          aria-label={`${removal} ${label}`}
          disabled={disabled}
          onClick={() => onChange(isRemoved ? was : '')}
        >
          {removal}
        </Button>
      )}
    </div>
  )
}
