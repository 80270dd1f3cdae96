import type { ReactNode } from 'react'
import { useFormContext } from '../../shared/form/Form.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { PhoneField } from '../../shared/ui/PhoneField.tsx'
import type { FieldParts } from './field-parts.ts'
import type { ProfileField } from './profile-fields.ts'
import type { ProfileForm } from './profile-form.ts'
import styles from './TextFields.module.css'

interface TextFieldsProps {
  fields: readonly ProfileField[]
  of: FieldParts
}

/** Text fields of a profile form, in two columns on wide screens. */
export const TextFields = ({ children, ...fields }: TextFieldsProps & { children?: ReactNode }) => (
  <div className={styles.fields}>
    <EachField {...fields} />
    {children}
  </div>
)

export function EachField({ fields, of: { Text } }: TextFieldsProps) {
  const { text } = useFormContext<ProfileForm>()
  return fields.map(({ name, ...field }) => {
    const Control = field.type === 'tel' ? PhoneField : Field
    return (
      <Text key={name} name={name}>
        {(words) => <Control {...field} {...words} {...text(name)} />}
      </Text>
    )
  })
}
