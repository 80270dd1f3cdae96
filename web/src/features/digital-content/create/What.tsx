import { createTask } from '@app/contracts/http/tasks.ts'
import { useFormContext } from 'react-hook-form'
import { Field } from '../../../shared/ui/Field.tsx'
import { FieldGroup } from '../../../shared/ui/FieldGroup.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { TextArea } from '../../../shared/ui/TextArea.tsx'
import { toast } from '../toasts.ts'
import type { TaskForm } from './task-form.ts'

interface WhatProps {
  referenceImage: File | null
  onReferenceImage: (file: File | null) => void
}

export function What({ referenceImage, onReferenceImage }: WhatProps) {
  const { register, formState } = useFormContext<TaskForm>()
  return (
    <FieldGroup title="What">
      <Field
        label="Title"
        required
        maxLength={200}
        placeholder="e.g., Summer Sale Campaign"
        error={formState.errors.title?.message}
        data-autofocus=""
        {...register('title')}
      />
      <Field label="Tagline" maxLength={500} {...register('tagline')} />
      <TextArea label="Task Objective" hint="What should it achieve?" maxLength={2000} {...register('taskpurpose')} />
      <Field label="Main Headline" maxLength={500} {...register('headline')} />
      <TextArea label="Offer or Message" maxLength={2000} {...register('offerormessage')} />
      <Field label="Tagline for Lead" hint="What should people do next?" maxLength={500} {...register('calltoaction')} />
      <TextArea label="Guidelines" hint="Colours, words and pictures to use or to avoid." maxLength={5000} {...register('guidlines')} />
      <TextArea label="Additional Info" maxLength={5000} {...register('additionalinfo')} />
      <TextArea label="Description" maxLength={10_000} {...register('description')} />
      <FileDrop
        label="Reference image (optional)"
        field={createTask.form.files.referenceImage}
        file={referenceImage}
        onChange={onReferenceImage}
        onRefuse={toast.failed}
      />
    </FieldGroup>
  )
}
