import { updateCompanyProfile } from '@app/contracts/http/company.ts'
import type { ReactNode } from 'react'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { ChangedPicture } from '../../../shared/ui/ChangedPicture.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import type { ImageField } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'
import { profileLabels } from '../profile-labels.ts'
import styles from './ChangedField.module.css'
import { useEditing } from './editing.ts'

export function ChangedImage({ name }: { name: ImageField }): ReactNode {
  const { file: fieldOf, set, state } = useFormContext<ProfileForm>()
  const { before, shares } = useEditing()
  const { file: value, ...field } = fieldOf(name)
  const was = before[name]

  return (
    <div className={styles.field} data-changed={value !== was || undefined}>
      <ChangedPicture
        {...field}
        label={profileLabels[name]}
        required={name === 'logo'}
        field={updateCompanyProfile.form.files[name]}
        was={was}
        value={value}
        onChange={(next) => set({ [name]: next })}
        onRefuse={toast.failed}
        disabled={state === 'busy'}
        progress={shares[name]}
      />
    </div>
  )
}
