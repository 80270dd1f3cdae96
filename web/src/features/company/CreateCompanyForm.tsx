import { brandImageFields, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { companyQuery } from '../../shared/api/owner.ts'
import { draftOf } from '../../shared/form/drafts.ts'
import { useFormContext } from '../../shared/form/Form.tsx'
import { useForm } from '../../shared/form/use-form.ts'
import { useOwner } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { FileDrop } from '../../shared/ui/FileDrop.tsx'
import { useGoLater } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { useCreateCompanyProfile } from './api.ts'
import type { FieldParts } from './field-parts.ts'
import styles from './NewCompanyPage.module.css'
import { ProfileFields } from './ProfileFields.tsx'
import { type ImageField, shownColour } from './profile-fields.ts'
import { emptyProfile, faultsOf, faultsText, type ProfileForm } from './profile-form.ts'

export default function CreateCompanyForm() {
  const form = useCreateProfile()

  return (
    <ProfileFields form={form} parts={parts}>
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
    </ProfileFields>
  )
}

const parts: FieldParts = { Text: ({ children }) => children({}), Image: NewImage }

function NewImage({ name }: { name: ImageField }) {
  const { file: fieldOf } = useFormContext<ProfileForm>()
  const { file, onChange, ...field } = fieldOf(name)
  return (
    <FileDrop
      label={name === 'logo' ? 'Company logo' : `Brand image ${brandImageFields.indexOf(name) + 1}`}
      field={updateCompanyProfile.form.files[name]}
      onRefuse={(message) => notify.error(message)}
      required={name === 'logo'}
      file={file instanceof File ? file : null}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...field}
    />
  )
}

const REDIRECT_MS = 2000
const PROFILE_TOAST = { autoClose: 500 }

function useCreateProfile() {
  const create = useCreateCompanyProfile()
  const goLater = useGoLater()
  const queryClient = useQueryClient()
  const form = useForm<ProfileForm, Awaited<ReturnType<typeof create.mutateAsync>>>({
    initial: emptyProfile,
    draft: draftOf('owner', 'new-company'),
    check: faultsOf,
    onRefuse: () => notify.error(faultsText(form.values)),
    send: create.mutateAsync,
    onSent({ companyProfile }) {
      useOwner.getState().setCompanyProfileId(companyProfile._id)
      queryClient.setQueryData(companyQuery.queryKey, { profile: companyProfile })
      notify.success('Company profile created successfully!', PROFILE_TOAST)
      goLater('/management', REDIRECT_MS)
    },
    // The page handles an expired session (401).
    onFailure: (error) => isStatus(error, 401) || notify.error(messageOf(error, 'Failed to create company profile')),
  })
  return form
}
