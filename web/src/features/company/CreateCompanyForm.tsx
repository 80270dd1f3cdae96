import { useQueryClient } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { companyQuery } from '../../shared/api/owner.ts'
import { draftOf } from '../../shared/form/drafts.ts'
import { useFormContext } from '../../shared/form/Form.tsx'
import { KeptForm } from '../../shared/form/KeptForm.tsx'
import { useForm } from '../../shared/form/use-form.ts'
import { useOwner } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { useGoLater } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { Section } from '../../shared/ui/Section.tsx'
import { useCreateCompanyProfile } from './api.ts'
import { BrandFields } from './BrandFields.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import styles from './NewCompanyPage.module.css'
import {
  companyFields,
  contactFields,
  emptyProfile,
  faultsOf,
  type ProfileField,
  type ProfileForm,
  regionFields,
  sayFaults,
  shownColour,
  socialFields,
  streetFields,
} from './profile-form.ts'
import { StateField } from './StateField.tsx'

export default function CreateCompanyForm() {
  const form = useCreateProfile()

  return (
    <KeptForm className={styles.form} form={form}>
      <div className={styles.sections}>
        <Section title="Company">
          <div className={styles.fields}>
            <TextFields fields={companyFields} />
          </div>
        </Section>
        <Section title="Contact">
          <div className={styles.fields}>
            <TextFields fields={contactFields} />
          </div>
        </Section>
        <Section title="Address">
          <div className={styles.fields}>
            <TextFields fields={streetFields} />
            <StateField />
            <TextFields fields={regionFields} />
          </div>
        </Section>
        <Section title="Social links" lead="Where your posts will appear. Leave out what you don't use.">
          <div className={styles.fields}>
            <TextFields fields={socialFields} />
          </div>
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
          ground={shownColour(form.values.color1)}
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

function TextFields({ fields }: { fields: readonly ProfileField[] }) {
  const { text } = useFormContext<ProfileForm>()
  return fields.map(({ name, ...field }) => <Field key={name} {...field} {...text(name)} />)
}

const REDIRECT_MS = 2000
/** Profile screens say it briefly. */
const PROFILE_TOAST = { autoClose: 500 }

/** The form's values, its checks and its sending; what was typed stays whatever happens. */
function useCreateProfile() {
  const create = useCreateCompanyProfile()
  const goLater = useGoLater()
  const queryClient = useQueryClient()
  const form = useForm<ProfileForm, Awaited<ReturnType<typeof create.mutateAsync>>>({
    initial: emptyProfile,
    draft: draftOf('owner', 'new-company'),
    check: faultsOf,
    onRefuse: () => notify.error(sayFaults(form.values)),
    send: create.mutateAsync,
    onSent({ companyProfile }) {
      useOwner.getState().setCompanyProfileId(companyProfile._id)
      queryClient.setQueryData(companyQuery.queryKey, { profile: companyProfile })
      notify.success('Company profile created successfully!', PROFILE_TOAST)
      goLater('/management', REDIRECT_MS)
    },
    // An ended session is answered elsewhere.
    onFailure: (error) => isStatus(error, 401) || notify.error(messageOf(error, 'Failed to create company profile')),
  })
  return form
}
