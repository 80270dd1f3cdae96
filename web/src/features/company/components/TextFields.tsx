import { useFormContext } from 'react-hook-form'
import { Field } from '../../../shared/ui/Field.tsx'
import type { ProfileField } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'

export function TextFields({ fields }: { fields: readonly ProfileField[] }) {
  const { register, formState } = useFormContext<ProfileForm>()
  return fields.map(({ name, ...field }) => <Field key={name} {...field} error={formState.errors[name]?.message} {...register(name)} />)
}
