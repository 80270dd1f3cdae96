import { type BrandImageField, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { notify } from '../../../shared/ui/notify.tsx'
import type { ProfileForm } from '../profile-form.ts'

interface ImageFieldProps {
  name: BrandImageField | 'logo'
  label: string
  required?: boolean
}

export function ImageField({ name, label, required }: ImageFieldProps) {
  const { file } = useFormContext<ProfileForm>()
  return (
    <FileDrop
      label={label}
      field={updateCompanyProfile.form.files[name]}
      onRefuse={(message) => notify.error(message)}
      required={required}
      {...file(name)}
    />
  )
}
