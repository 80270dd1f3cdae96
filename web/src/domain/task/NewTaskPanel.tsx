import { createTask } from '@app/contracts/http/tasks.ts'
import { type BriefText, briefLimits, briefTexts } from '@app/contracts/rules/brief.ts'
import { type Platform, platformNames } from '@app/contracts/rules/task-status.ts'
import type { ReactNode } from 'react'
import { useFormContext } from '../../shared/form/Form.tsx'
import { KeptForm } from '../../shared/form/KeptForm.tsx'
import type { FormOf } from '../../shared/form/use-form.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ChipGroup, ChipToggle } from '../../shared/ui/Checkbox.tsx'
import { SidePanel } from '../../shared/ui/Dialog.tsx'
import { Field, FieldGroup, TextArea } from '../../shared/ui/Field.tsx'
import { FileDrop } from '../../shared/ui/FileDrop.tsx'
import { PlatformIcon } from '../../shared/ui/PlatformIcon.tsx'
import type { Brief, ReferenceImage } from './brief.ts'
import styles from './NewTaskPanel.module.css'

/** Time in ms after a successful submit until the button shows Submit again. */
export const NEW_TASK_IDLE_MS = 1_500
const FORM_ID = 'new-task'

interface NewTaskPanelProps<V extends object> {
  title: string
  form: FormOf<V>
  onSubmit?: FormOf<V>['submit']
  onClose: () => void
  children: ReactNode
}

/** Side panel with the form for a new task. The button shows Submit, Submitting..., Submitted and then Submit again. */
export function NewTaskPanel<V extends object>({ title, form, onSubmit, onClose, children }: NewTaskPanelProps<V>) {
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} state={form.state} busyLabel="Submitting..." doneLabel="Submitted">
          Submit
        </Button>
      }
    >
      <KeptForm id={FORM_ID} className={styles.form} form={form} onSubmit={onSubmit ?? form.submit}>
        {children}
      </KeptForm>
    </SidePanel>
  )
}

/** Fields with a higher maximum length are text areas. */
const ONE_LINE_MAX = 500

interface BriefTextFieldProps {
  name: BriefText
  label: string
  hint?: string | undefined
}

/** One text of a new task. The panel focuses the title when it opens. Must be inside a `Form`. */
export function BriefTextField({ name, label, hint }: BriefTextFieldProps) {
  const { text } = useFormContext<Brief>()
  const Control = briefLimits[name] > ONE_LINE_MAX ? TextArea : Field
  return (
    <Control
      label={label}
      hint={hint}
      maxLength={briefLimits[name]}
      required={name === 'title'}
      data-autofocus={name === 'title' ? '' : undefined}
      {...text(name)}
    />
  )
}

/** The reference image of a new task. Must be inside a `Form`. */
export function ReferenceImageField({ onRefuse }: { onRefuse: (message: string) => void }) {
  const { file } = useFormContext<ReferenceImage>()
  return (
    <FileDrop
      label="Reference image (optional)"
      field={createTask.form.files.referenceImage}
      onRefuse={onRefuse}
      {...file('referenceImage')}
    />
  )
}

interface BriefFieldsProps {
  labels: Brief
  onRefuse: (message: string) => void
}

/** The texts and the reference image of a new task. Must be inside a `Form`. */
export function BriefFields({ labels, onRefuse }: BriefFieldsProps) {
  return (
    <FieldGroup title="What">
      {briefTexts.map((name) => (
        <BriefTextField key={name} name={name} label={labels[name]} />
      ))}
      <ReferenceImageField onRefuse={onRefuse} />
    </FieldGroup>
  )
}

interface PlatformChipsProps {
  platforms: readonly Platform[]
  required?: boolean
}

/** Platforms of a new task. Must be inside a `Form` that has a flag for each platform. */
export function PlatformChips({ platforms, required = false }: PlatformChipsProps) {
  const { flag } = useFormContext<Record<Platform, boolean>>()
  const marked = (
    <>
      Platforms <span className={styles.required}>*</span>
    </>
  )
  return (
    <FieldGroup title="Where">
      <ChipGroup legend={required ? marked : 'Platforms'}>
        {platforms.map((platform) => (
          <ChipToggle
            key={platform}
            label={platformNames[platform]}
            icon={<PlatformIcon platform={platform} decorative />}
            {...flag(platform)}
          />
        ))}
      </ChipGroup>
    </FieldGroup>
  )
}
