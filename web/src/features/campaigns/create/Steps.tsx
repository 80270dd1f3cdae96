import { checkStepDate, stepTypes } from '@app/contracts/rules/campaigns.ts'
import { Minus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { usePreviewedStep } from '../../../domain/campaign/use-previewed-step.tsx'
import type { FormOf } from '../../../shared/form/use-form.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { Button, IconButton } from '../../../shared/ui/Button.tsx'
import { DateField, FieldError, FieldGroup, Select } from '../../../shared/ui/Field.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { StepFindings } from '../proofreading/StepFindings.tsx'
import type { Proofreading } from '../proofreading/use-proofreading.tsx'
import { toast } from '../toasts.ts'
import { type CampaignForm, checkedStep, freeTypes, type StepForm, withChangedStep, withoutSteps, withStep } from './campaign-form.ts'
import styles from './Steps.module.css'

const NO_DETAILS = 'No details to preview. Please add details first.'

interface StepsProps {
  form: FormOf<CampaignForm>
  companyProfileId: string
  proofreading: Proofreading
  onDescribe: (at: number) => void
}

export function Steps({ form, onDescribe, ...checking }: StepsProps) {
  const { values, set, errorOf } = form
  const list = useRef<HTMLOListElement>(null)

  /** Applies a change. Focuses the last row, because the pressed button may have disappeared or moved. */
  function change(changed: Partial<CampaignForm>): void {
    flushSync(() => set(changed))
    list.current?.lastElementChild?.querySelector('select')?.focus()
  }

  return (
    <FieldGroup title="Steps">
      <ol ref={list} className={styles.steps}>
        {values.steps.map((step, at) => (
          <li key={step.file} className={styles.step}>
            <StepRow
              form={form}
              step={step}
              at={at}
              {...checking}
              onDescribe={() => onDescribe(at)}
              onAdd={() => change(withStep(values))}
              onRemove={() => change(withoutSteps(values, (one) => one === step))}
            />
          </li>
        ))}
      </ol>
      <FieldError id="steps-error">{errorOf('steps')}</FieldError>
    </FieldGroup>
  )
}

interface StepRowProps extends Pick<StepsProps, 'form' | 'companyProfileId' | 'proofreading'> {
  step: StepForm
  at: number
  onDescribe: () => void
  onAdd: () => void
  onRemove: () => void
}

function StepRow({ form, companyProfileId, proofreading, step, at, onDescribe, onAdd, onRemove }: StepRowProps) {
  const { values, set, errorOf } = form
  const { steps } = values
  const url = useObjectUrl(values[step.file])
  const attached = values[step.file]
  const { toggle, mail } = usePreviewedStep({ ...step, attachmentUrl: url ?? null, attachmentName: attached?.name ?? null }, () =>
    toast.info(NO_DETAILS),
  )
  const isDescribed = Boolean(step.subject && step.body)
  const isSpecial = values.campaignCategory === 'Special Event'
  const isComplete = isDescribed && (values.campaignCategory === 'Recurring' || checkStepDate(step.date, businessTomorrow()) === undefined)
  const isLast = at === steps.length - 1
  const name = `steps.${at}`
  const detailsError = errorOf(`${name}.details`)
  const change = (changed: Partial<StepForm>) => set(withChangedStep(values, at, changed))

  return (
    <>
      <div className={styles.row}>
        <div className={styles.field}>
          <Select
            label="Type"
            name={`${name}.type`}
            error={errorOf(`${name}.type`)}
            options={freeTypes(steps, step.type).map((type) => ({ value: type, label: type }))}
            value={step.type}
            onChange={({ currentTarget }) => {
              const type = stepTypes.find((one) => one === currentTarget.value)
              if (type) change({ type })
            }}
          />
        </div>
        {isSpecial && (
          <div className={styles.field}>
            <DateField
              label="Set Date"
              required
              name={`${name}.date`}
              error={errorOf(`${name}.date`)}
              min={businessTomorrow()}
              value={step.date}
              onChange={({ currentTarget }) => change({ date: currentTarget.value })}
            />
          </div>
        )}
        <div className={styles.actions}>
          <Button
            tone="quiet"
            name={`${name}.details`}
            aria-description={detailsError ? undefined : step.type}
            aria-describedby={detailsError ? `${name}-error` : undefined}
            onClick={onDescribe}
          >
            {isDescribed ? 'Update Details' : 'Add Details'}
          </Button>
          {toggle}
          {isSpecial && (
            <span className={styles.counting}>
              {steps.length > 1 && <IconButton label={`Remove step ${at + 1}`} icon={<Minus />} onClick={onRemove} />}
              <span className={styles.adding}>
                {isLast && steps.length < stepTypes.length && <IconButton label="Add a step" icon={<Plus />} onClick={onAdd} />}
              </span>
            </span>
          )}
        </div>
      </div>
      <FieldError id={`${name}-error`}>{detailsError}</FieldError>
      <StepFindings
        step={checkedStep(values, step, companyProfileId)}
        isChecked={isComplete}
        isOpen={proofreading.isOpen}
        onAccept={proofreading.accept}
      />
      {mail}
    </>
  )
}
