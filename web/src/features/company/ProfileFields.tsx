import type { ReactNode } from 'react'
import { useFormContext } from '../../shared/form/Form.tsx'
import { KeptForm } from '../../shared/form/KeptForm.tsx'
import type { FormOf } from '../../shared/form/use-form.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { PhoneField } from '../../shared/ui/PhoneField.tsx'
import { Section } from '../../shared/ui/Section.tsx'
import { BrandFields } from './BrandFields.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import type { FieldParts } from './field-parts.ts'
import styles from './ProfileFields.module.css'
import { companyFields, contactFields, type ProfileField, regionFields, socialFields, streetFields } from './profile-fields.ts'
import type { ProfileForm } from './profile-form.ts'
import { StateField } from './StateField.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'

interface ProfileFieldsProps {
  form: FormOf<ProfileForm>
  parts: FieldParts
  before?: ReactNode
  children: ReactNode
}

export function ProfileFields({ form, parts, before, children }: ProfileFieldsProps) {
  const { Text } = parts
  return (
    <KeptForm className={styles.form} form={form}>
      <div className={styles.sections}>
        {before}
        <Section title="Company">
          <TextFields fields={companyFields} of={parts} />
        </Section>
        <Section title="Contact">
          <TextFields fields={contactFields} of={parts} />
        </Section>
        <Section title="Address">
          <TextFields fields={streetFields} of={parts}>
            <Text name="state">{(words) => <StateField {...words} />}</Text>
            <EachField fields={regionFields} of={parts} />
            <Text name="timeZone">{(words) => <TimeZoneField {...words} />}</Text>
          </TextFields>
        </Section>
        <Section title="Social links" lead="We’ll post to these accounts. Leave the ones you don’t use blank.">
          <TextFields fields={socialFields} of={parts} />
        </Section>
        <Section title="Brand" lead="We use this to design your content. Only the logo is required.">
          <BrandFields of={parts} />
        </Section>
      </div>
      <div className={styles.aside}>
        <BrandPreview />
        {children}
      </div>
    </KeptForm>
  )
}

interface TextFieldsProps {
  fields: readonly ProfileField[]
  of: FieldParts
}

const TextFields = ({ children, ...fields }: TextFieldsProps & { children?: ReactNode }) => (
  <div className={styles.fields}>
    <EachField {...fields} />
    {children}
  </div>
)

function EachField({ fields, of: { Text } }: TextFieldsProps) {
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
