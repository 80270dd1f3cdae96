import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './ChangedPicture.module.css'
import { FileDrop } from './FileDrop.tsx'
import type { AcceptedFiles } from './files.ts'

interface ChangedPictureProps {
  label: string
  /** Types and size that it may have. */
  field: AcceptedFiles
  /** As it is stored: its address, '' for none. */
  was: File | string
  /** Another one, the stored one's address, or '' for none. */
  value: File | string
  onChange: (value: File | string) => void
  onRefuse: (message: string) => void
  name: string
  error?: string
  /** It can be replaced only. */
  required?: boolean
  disabled?: boolean
  /** 0 to 1 while it uploads. */
  progress?: number
}

/** A picture that is kept, replaced or taken away, as long as it is not saved. */
export function ChangedPicture({ was, value, onChange, ...field }: ChangedPictureProps): ReactNode {
  const { label, required, disabled } = field
  const isFile = value instanceof File
  const isRemoved = value === '' && was !== ''
  const removal = isRemoved ? 'Keep' : 'Remove'
  const change = isRemoved
    ? 'It will be removed when you save.'
    : was === ''
      ? 'There was none.'
      : 'It takes the place of the present picture.'
  return (
    <div>
      <FileDrop
        {...field}
        file={isFile ? value : null}
        currentUrl={isFile ? undefined : value}
        // Without a file it is again as it was.
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
