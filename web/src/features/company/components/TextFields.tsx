import { useFormContext } from '../../../shared/form/Form.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import type { ProfileField } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'

export function TextFields({ fields }: { fields: readonly ProfileField[] }) {
  const { text } = useFormContext<ProfileForm>()
  return fields.map(({ name, ...field }) => <Field key={name} {...field} {...text(name)} />)
}
