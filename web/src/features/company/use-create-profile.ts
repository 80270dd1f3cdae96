import { useQueryClient } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { companyQuery } from '../../shared/api/owner.ts'
import { draftOf } from '../../shared/form/drafts.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { useOwner } from '../../shared/stores/session.ts'
import { useGoLater } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { useCreateCompanyProfile } from './api/create-company-profile.ts'
import { emptyProfile, faultsOf, type ProfileForm, sayFaults } from './profile-form.ts'

const REDIRECT_MS = 2000
/** Profile screens say it briefly. */
const PROFILE_TOAST = { autoClose: 500 }

/** The form's values, its checks and its sending; what was typed stays whatever happens. */
export function useCreateProfile() {
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
