import { updateCompanyProfile } from '@app/contracts/http/company.ts'
import type { ReactNode } from 'react'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import type { ImageField } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'
import { profileLabels } from '../profile-labels.ts'
import { toast } from '../toasts.ts'
import styles from './ChangedField.module.css'
import { useEditing } from './editing.ts'

/** A picture that is kept, replaced or taken away, as long as it is not saved. */
export function ChangedImage({ name }: { name: ImageField }): ReactNode {
  const { file: fieldOf, set, state } = useFormContext<ProfileForm>()
  const { before, shares } = useEditing()
  const { file: value, ...field } = fieldOf(name)
  const was = before[name]
  const isFile = value instanceof File
  const isRemoved = value === '' && was !== ''
  const label = profileLabels[name]

  return (
    <div className={styles.field} data-changed={value !== was || undefined}>
      <FileDrop
        {...field}
        label={label}
        required={name === 'logo'}
        field={updateCompanyProfile.form.files[name]}
        file={isFile ? value : null}
        currentUrl={isFile ? undefined : value}
        // Without a file it is again as it was.
        onChange={(chosen) => set({ [name]: chosen ?? was })}
        onRefuse={toast.failed}
        disabled={state === 'busy'}
        progress={shares[name]}
        note={noteOf(value !== was, isRemoved, was !== '')}
      />
      {name !== 'logo' && was !== '' && !isFile && (
        <Button
          className={styles.remove}
          tone="quiet"
          size="small"
          aria-label={isRemoved ? `Keep ${label}` : `Remove ${label}`}
          disabled={state === 'busy'}
          onClick={() => set({ [name]: isRemoved ? was : '' })}
        >
          {isRemoved ? 'Keep' : 'Remove'}
        </Button>
      )}
    </div>
  )
}

function noteOf(isChanged: boolean, isRemoved: boolean, isThere: boolean): string | undefined {
  if (isRemoved) return 'Changed. It will be removed when you save.'
  if (isChanged) return isThere ? 'Changed. It takes the place of the present picture.' : 'Changed. There was none.'
  return undefined
}
