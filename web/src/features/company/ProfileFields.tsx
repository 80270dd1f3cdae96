import type { ReactNode } from 'react'
import { useFormContext } from '../../shared/form/Form.tsx'
import { KeptForm } from '../../shared/form/KeptForm.tsx'
import type { FormOf } from '../../shared/form/use-form.ts'
import { Section } from '../../shared/ui/Section.tsx'
import { AddressFields } from './AddressFields.tsx'
import { BrandFields } from './BrandFields.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import type { FieldParts } from './field-parts.ts'
import { LogoField } from './logo/LogoField.tsx'
import { useLogoLook } from './logo/logo-look.ts'
import styles from './ProfileFields.module.css'
import { companyFields, contactFields, type ProfileField, socialFields } from './profile-fields.ts'
import type { ProfileForm } from './profile-form.ts'
import { NOT_SIGN_IN_ADDRESS } from './profile-labels.ts'
import { TextFields } from './TextFields.tsx'

interface ProfileFieldsProps {
  form: FormOf<ProfileForm>
  parts: FieldParts
  before?: ReactNode
  children: ReactNode
}

function Logo({ of: parts }: { of: FieldParts }) {
  const { values } = useFormContext<ProfileForm>()
  return <LogoField of={parts} look={useLogoLook(values.logo)} />
}

/** Tells owners that a change of the company's address does not change how they sign in. */
const withHint = (field: ProfileField): ProfileField => (field.name === 'email' ? { ...field, hint: NOT_SIGN_IN_ADDRESS } : field)

/** The form of an existing profile. Unlike the form for a new company, this form shows all fields at once. */
export function ProfileFields({ form, parts, before, children }: ProfileFieldsProps) {
  return (
    <KeptForm className={styles.form} form={form}>
      <div className={styles.sections}>
        {before}
        <Section title="Company">
          <Logo of={parts} />
          <TextFields fields={companyFields} of={parts} />
        </Section>
        <Section title="Contact">
          <TextFields fields={contactFields.map(withHint)} of={parts} />
        </Section>
        <Section title="Address">
          <AddressFields of={parts} />
        </Section>
        <Section title="Social links" lead="We’ll post to these accounts. Leave the ones you don’t use blank.">
          <TextFields fields={socialFields} of={parts} />
        </Section>
        <Section title="Brand" lead="We use this to design your content.">
          <BrandFields of={parts} hasLogo={false} />
        </Section>
      </div>
      <div className={styles.aside}>
        <BrandPreview />
        {children}
      </div>
    </KeptForm>
  )
}
