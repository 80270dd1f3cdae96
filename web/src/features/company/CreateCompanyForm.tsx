import { COLOR_DEFAULT, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, type SubmitEvent, useEffect, useRef } from 'react'
import { ApiError, isStatus, messageOf } from '../../shared/api/api-error.ts'
import { companyQuery } from '../../shared/api/company.ts'
import { draftOf } from '../../shared/form/drafts.ts'
import { useFormContext } from '../../shared/form/Form.tsx'
import { KeptForm } from '../../shared/form/KeptForm.tsx'
import { useForm } from '../../shared/form/use-form.ts'
import { useOwner } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { FileDrop } from '../../shared/ui/FileDrop.tsx'
import { focusHeading } from '../../shared/ui/focus.ts'
import { useGoLater } from '../../shared/ui/navigation.ts'
import { closeErrorToast, notify } from '../../shared/ui/notify.tsx'
import { Section } from '../../shared/ui/Section.tsx'
import { useCreateCompanyProfile } from './api.ts'
import { BrandPreview } from './BrandPreview.tsx'
import styles from './CreateCompanyForm.module.css'
import { StepFields } from './create/StepFields.tsx'
import { StepProgress } from './create/StepProgress.tsx'
import { fieldsOf, steps, stepWith } from './create/steps.ts'
import { useSteps } from './create/use-steps.ts'
import type { FieldParts } from './field-parts.ts'
import { type ImageField, shownColour } from './profile-fields.ts'
import { emptyProfile, faultsOf, faultsText, type ProfileForm } from './profile-form.ts'
import { profileLabels } from './profile-labels.ts'

/** The form for a new company, in three steps. The last step sends all fields in one request. */
export default function CreateCompanyForm() {
  const { form, at, back } = useCreateProfile()
  const step = steps[at] ?? steps[0]
  const isLast = at === steps.length - 1

  return (
    <KeptForm
      className={styles.form}
      form={form}
      isOpenAtUrl={isOpenAtUrl}
      notKept="Choose pictures again. We store them when you create the profile."
    >
      <div className={styles.step}>
        <StepProgress at={at} />
        <Section key={step.name} title={step.title} lead={step.lead}>
          <StepFields step={step} of={parts} />
        </Section>
      </div>
      <div className={styles.preview} data-early={!isLast || undefined}>
        <BrandPreview />
      </div>
      <div className={styles.buttons}>
        {at > 0 && (
          <Button className={styles.button} tone="quiet" disabled={form.state !== 'idle'} onClick={back}>
            Back
          </Button>
        )}
        {isLast ? (
          <Button
            className={styles.button}
            type="submit"
            ground={form.values.color1 === COLOR_DEFAULT ? undefined : shownColour(form.values.color1)}
            state={form.state}
            busyLabel="Creating..."
            doneLabel="Profile created"
          >
            Create Company Profile
          </Button>
        ) : (
          <Button className={styles.button} type="submit">
            Next
          </Button>
        )}
      </div>
    </KeptForm>
  )
}

/** All steps are at the same path. */
const isOpenAtUrl = (): boolean => window.location.pathname === '/new-company'

const parts: FieldParts = { Text: ({ children }) => children({}), Image: NewImage }

function NewImage({ name }: { name: ImageField }) {
  const { file: fieldOf } = useFormContext<ProfileForm>()
  const { file, onChange, ...field } = fieldOf(name)
  return (
    <FileDrop
      label={name === 'logo' ? 'Company logo' : profileLabels[name]}
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
  const accountEmail = useOwner(({ user }) => user?.email ?? '')
  const form = useForm<ProfileForm, Awaited<ReturnType<typeof create.mutateAsync>>>({
    initial: { ...emptyProfile, email: accountEmail },
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
    onFailure(error) {
      // The page handles an expired session (401).
      if (isStatus(error, 401)) return
      const [rejected] = error instanceof ApiError ? error.errors : []
      if (rejected && stepWith(rejected.field) !== at) open(stepWith(rejected.field))
      notify.error(messageOf(error, 'Failed to create company profile'))
    },
  })
  const firstInvalid = Math.min(steps.length - 1, ...faultsOf(form.values).map(({ field }) => stepWith(field)))
  const { at, next, back, open } = useSteps(firstInvalid)
  useStepFocus(form.element, at)

  function submit(event: SubmitEvent): void {
    const step = steps[at]
    if (!step || at === steps.length - 1) {
      form.submit(event)
      return
    }
    event.preventDefault()
    const fields = fieldsOf(step)
    if (form.validate(fields)) next()
    else notify.error(faultsText(form.values, fields))
  }

  return { form: { ...form, submit }, at, back }
}

/**
 * When a step opens, focuses its first field with an error, or else its first empty required field, or else its heading. A step that
 * replaces another step starts at the top of the page.
 */
function useStepFocus(element: RefObject<HTMLFormElement | null>, at: number): void {
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another step opens
  useEffect(() => {
    const form = element.current
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid]')
    if (!isFirst.current) window.scrollTo(0, 0)
    // A toast about another step would cover this one.
    if (!isFirst.current && !invalid) closeErrorToast()
    isFirst.current = false
    const empty = [...(form?.querySelectorAll<HTMLInputElement>('[aria-required]') ?? [])].find(({ value }) => value === '')
    const field = invalid ?? empty
    const heading = form?.querySelector('h2')
    if (field) field.focus()
    else if (heading) focusHeading(heading)
  }, [element, at])
}
