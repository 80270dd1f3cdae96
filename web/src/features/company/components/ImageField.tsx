import { type BrandImageField, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { useController } from 'react-hook-form'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { notify } from '../../../shared/ui/notify.ts'
import type { ProfileForm } from '../profile-form.ts'

interface ImageFieldProps {
  name: BrandImageField | 'logo'
  label: string
  required?: boolean
}

export function ImageField({ name, label, required }: ImageFieldProps) {
  const { field, fieldState } = useController<ProfileForm, BrandImageField | 'logo'>({ name })
  return (
    <FileDrop
      ref={field.ref}
      name={name}
      label={label}
      field={updateCompanyProfile.form.files[name]}
      file={field.value}
      onChange={field.onChange}
      onRefuse={(message) => notify.error(message)}
      error={fieldState.error?.message}
      required={required}
    />
  )
}
