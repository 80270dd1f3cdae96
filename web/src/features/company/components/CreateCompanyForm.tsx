import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { companyFields, contactFields, regionFields, socialFields, streetFields } from '../profile-fields.ts'
import { useCreateProfile } from '../use-create-profile.ts'
import { BrandFields } from './BrandFields.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import styles from './CreateCompanyForm.module.css'
import { Section } from './Section.tsx'
import { StateField } from './StateField.tsx'
import { TextFields } from './TextFields.tsx'

export default function CreateCompanyForm() {
  const form = useCreateProfile()

  return (
    <KeptForm className={styles.form} form={form}>
      <div className={styles.sections}>
        <Section title="Company">
          <TextFields fields={companyFields} />
        </Section>
        <Section title="Contact">
          <TextFields fields={contactFields} />
        </Section>
        <Section title="Address">
          <TextFields fields={streetFields} />
          <StateField />
          <TextFields fields={regionFields} />
        </Section>
        <Section title="Social links" lead="Where your posts will appear. Leave out what you don't use.">
          <TextFields fields={socialFields} />
        </Section>
        <Section title="Brand" lead="What we design your content with. The logo is needed, the rest helps.">
          <BrandFields />
        </Section>
      </div>
      <div className={styles.aside}>
        <BrandPreview />
        <Button
          className={styles.submit}
          type="submit"
          ground={form.values.color1}
          state={form.state}
          busyLabel="Creating..."
          doneLabel="Profile created"
        >
          Create Company Profile
        </Button>
      </div>
    </KeptForm>
  )
}
