import { createCampaign } from '@app/contracts/http/campaigns.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { audiences, CAMPAIGN_NAME_MAX, CAMPAIGN_START_FIRST, campaignCategories, earliestEnd } from '@app/contracts/rules/campaigns.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useMemo, useState } from 'react'
import { ApiError, isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { type FormOf, useForm } from '../../../shared/form/use-form.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { DateField, Field, FieldPair, Select } from '../../../shared/ui/Field.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { cacheCampaign } from '../api.ts'
import { Blockers, profileErrors } from '../Blockers.tsx'
import { hasDraftFiles, keepDraftFiles, withDraftFiles } from '../draft-files.ts'
import { StepFindings } from '../proofreading/StepFindings.tsx'
import { ChangeWanted, useProofreading } from '../proofreading/use-proofreading.tsx'
import { toast } from '../toasts.ts'
import { AudienceCount } from './AudienceCount.tsx'
import styles from './CreateCampaign.module.css'
import {
  type CampaignForm,
  campaignFaults,
  checkedStep,
  controlOf,
  emptyCampaign,
  toFields,
  toFiles,
  withCategory,
  withChangedStep,
  withStart,
} from './campaign-form.ts'
import { hasPostalAddress, PostalAddress } from './PostalAddress.tsx'
import { Steps } from './Steps.tsx'

const StepDetails = lazyPart(() => import('./StepDetails.tsx'), { missing: PanelMissing })

/** Time in ms from a successful submit until the button shows Submit Campaign again and the form closes. */
const IDLE_MS = 1_200

/** Fields of errors about a missing postal address. */
const addressFields: ReadonlySet<string> = new Set(['companyProfile.address1', 'companyProfile.city'])

const asOptions = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }))
const categoryOptions = [{ value: '', label: 'Choose a category' }, ...asOptions(campaignCategories)]
const audienceOptions = asOptions(audiences)

function failureOf(error: Error): string {
  if (error instanceof ApiError && error.status > 0) return messageOf(error, 'Campaign creation failed')
  return error instanceof ApiError ? unlessOffline(error, 'Network error.') : 'Failed to create campaign'
}

/** Whether the server reports a missing token with a status other than 401. Such an error also ends the session. */
const isTokenMissing = (error: Error): boolean => error instanceof ApiError && !isStatus(error, 401) && error.message.startsWith('No token')

export default function CreateCampaign({ profile, onDone }: { profile: CompanyProfile; onDone: () => void }) {
  const queryClient = useQueryClient()
  const logout = useSession((session) => session.logout)
  const [described, describe] = useState<number>()
  const [blockers, setBlockers] = useState<ApiError['errors']>([])
  const proofreading = useProofreading('Submit anyway')
  const hasAddress = hasPostalAddress(profile)
  const draftName = `campaign ${profile._id}`
  const [notKept] = useState(() => (hasDraftFiles(draftName) ? undefined : 'Attach your pictures again. We can’t restore files.'))

  const form = useForm({
    initial: emptyCampaign,
    draft: withDraftFiles(draftOf('owner', draftName), draftName),
    check: (values) => campaignFaults(values, businessTomorrow()),
    onRefuse: ([fault]) => fault && toast.refused(fault.message),
    async send(values) {
      setBlockers([])
      await proofreading.confirm(values.steps.map((step) => checkedStep(values, step, profile._id)))
      const { campaign } = await call(createCampaign, { form: { fields: toFields(values, profile._id), files: toFiles(values) } })
      cacheCampaign(queryClient, campaign)
      toast.success('Campaign created successfully!')
    },
    controlOf,
    onFailure(error) {
      if (error instanceof ChangeWanted) return
      toast.failed(error, failureOf(error))
      if (error instanceof ApiError) setBlockers(profileErrors(error.errors))
      if (isTokenMissing(error)) logout()
    },
    idleAfter: IDLE_MS,
    onIdle: onDone,
  })
  const { values, element } = form
  // The owner may have added the address above the form in the meantime.
  const openBlockers = useMemo(
    () => (hasAddress ? blockers.filter(({ field }) => !addressFields.has(field)) : blockers),
    [blockers, hasAddress],
  )
  const step = described === undefined ? undefined : values.steps[described]

  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  useEffect(() => keepDraftFiles(draftName, values), [draftName, values])

  /** Submits the form. Ends the session instead if local storage has no token, for example after a sign-out in another tab. */
  function submit(event: SubmitEvent): void {
    if (useSession.getState().reread()) form.submit(event)
    else {
      event.preventDefault()
      toast.refused('Authorization required. Please login again.')
    }
  }

  return (
    <Section title="New campaign" lead="No email is sent before its date. You can change or cancel unsent emails.">
      <PostalAddress profile={profile} />
      <KeptForm className={styles.form} form={form} onSubmit={submit} notKept={notKept}>
        <Blockers errors={openBlockers} />
        <Field label="Campaign Name" required maxLength={CAMPAIGN_NAME_MAX} {...form.text('name')} />
        <FieldPair>
          <Select
            label="Campaign Category"
            required
            options={categoryOptions}
            {...form.choice('campaignCategory')}
            onChange={({ currentTarget }) => form.set(withCategory(values, currentTarget.value as CampaignForm['campaignCategory']))}
          />
          <Select label="Target Audience" required options={audienceOptions} {...form.choice('audience')} />
        </FieldPair>
        <AudienceCount companyProfileId={profile._id} audience={values.audience} />
        {values.campaignCategory === 'Recurring' && <Span form={form} />}
        <Steps form={form} companyProfileId={profile._id} proofreading={proofreading} onDescribe={describe} />
        <Checkbox
          label="Count opens and clicks"
          hint="We add a tiny picture and redirect links. You see how many people, not who."
          {...form.flag('countsOpens')}
        />
        <Button
          type="submit"
          className={styles.submit}
          state={form.state}
          busyLabel={proofreading.isChecking ? 'Checking…' : 'Submitting...'}
          doneLabel="Submitted"
        >
          Submit Campaign
        </Button>
      </KeptForm>
      {proofreading.dialog}
      {described !== undefined && step && (
        <StepDetails
          profile={profile}
          audience={values.audience}
          step={step}
          attachment={values[step.file]}
          findings={
            <StepFindings
              step={checkedStep(values, step, profile._id)}
              isChecked={false}
              isOpen={proofreading.isOpen}
              onAccept={proofreading.accept}
            />
          }
          onSave={({ attachment, ...words }) => {
            form.set({ ...withChangedStep(values, described, words), [step.file]: attachment })
            toast.success('Details saved (not yet submitted)')
          }}
          onClose={() => describe(undefined)}
        />
      )}
    </Section>
  )
}

/** The end date is disabled until a start date is set. A later start date clears an end date that is now too early. */
function Span({ form: { text, set, values, refuse } }: { form: FormOf<CampaignForm> }) {
  const { startDate } = values
  return (
    <FieldPair>
      <DateField
        label="Start Date"
        required
        hint="We’ll send it every week on this day."
        min={businessTomorrow()}
        {...text('startDate')}
        onChange={({ currentTarget }) => set(withStart(values, currentTarget.value))}
      />
      {/* A disabled input receives no click events. So this wrapper handles a click, and asks for the start date. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the field's hint says the same */}
      <div
        className={startDate ? undefined : styles.waiting}
        onClick={startDate ? undefined : () => refuse({ field: 'startDate', message: CAMPAIGN_START_FIRST })}
      >
        <DateField
          label="End Date"
          required
          hint="At least 6 days after the start date."
          disabled={!startDate}
          min={startDate ? earliestEnd(startDate) : undefined}
          {...text('endDate')}
        />
      </div>
    </FieldPair>
  )
}
