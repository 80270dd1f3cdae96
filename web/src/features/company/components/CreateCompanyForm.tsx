import { useEffect } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { useOwner } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { keepDraft } from '../profile-draft.ts'
import { companyFields, contactFields, regionFields, socialFields, streetFields } from '../profile-fields.ts'
import { useCreateProfile } from '../use-create-profile.ts'
import { BrandFields } from './BrandFields.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import styles from './CreateCompanyForm.module.css'
import { Section } from './Section.tsx'
import { StateField } from './StateField.tsx'
import { TextFields } from './TextFields.tsx'

export default function CreateCompanyForm() {
  const owner = useOwner(({ user }) => user?.email)
  const { form, submit, isPending, isSuccess } = useCreateProfile(owner)
  const colour = useWatch({ control: form.control, name: 'color1' })

  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(owner, values) }), [form, owner])

  return (
    <FormProvider {...form}>
      <form className={styles.form} noValidate onSubmit={submit}>
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
            ground={colour}
            state={isPending ? 'busy' : isSuccess ? 'done' : 'idle'}
            busyLabel="Creating..."
            doneLabel="Profile created"
          >
            Create Company Profile
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
