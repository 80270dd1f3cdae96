import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../shared/api/api-error.ts'
import { companyQuery } from '../../shared/api/company-profile.ts'
import { showRefused } from '../../shared/api/show-refused.ts'
import { useOwner } from '../../shared/stores/session.ts'
import { notify } from '../../shared/ui/notify.ts'
import { useGoLater } from '../../shared/ui/use-go-later.ts'
import { useCreateCompanyProfile } from './api/create-company-profile.ts'
import { dropDraft, readDraft } from './profile-draft.ts'
import { emptyProfile, faultsOf, type ProfileForm, sayFaults } from './profile-form.ts'

const REDIRECT_MS = 2000
/** Profile screens say it briefly. */
const PROFILE_TOAST = { autoClose: 500 }

/** The form's values, its checks and its sending; what was typed stays whatever happens. */
export function useCreateProfile(owner: string | undefined) {
  const { mutate, isPending, isSuccess } = useCreateCompanyProfile()
  const goLater = useGoLater()
  const queryClient = useQueryClient()
  const [defaultValues] = useState<ProfileForm>(() => ({ ...emptyProfile, ...readDraft(owner) }))
  const form = useForm<ProfileForm>({
    defaultValues,
    resolver: (values) => {
      const errors = Object.fromEntries(faultsOf(values).map(({ field, message }) => [field, { type: 'fault', message }]))
      return Object.keys(errors).length ? { values: {}, errors } : { values, errors: {} }
    },
  })

  function create(values: ProfileForm): void {
    mutate(values, {
      onSuccess: ({ companyProfile }) => {
        dropDraft()
        useOwner.getState().setCompanyProfileId(companyProfile._id)
        queryClient.setQueryData(companyQuery.queryKey, { profile: companyProfile })
        notify.success('Company profile created successfully!', PROFILE_TOAST)
        goLater('/management', REDIRECT_MS)
      },
      onError: (error) => {
        notify.error(messageOf(error, 'Failed to create company profile'))
        showRefused(error, form)
      },
    })
  }

  const submit = form.handleSubmit(create, () => notify.error(sayFaults(form.getValues())))
  return { form, submit, isPending, isSuccess }
}
