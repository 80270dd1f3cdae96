import type { ComponentProps } from 'react'
import type { Caller } from '../../shared/stores/session.ts'
import { Field } from '../../shared/ui/Field.tsx'

const hints: Readonly<Record<Caller, string>> = {
  owner: 'In the time zone of your company.',
  admin: 'In the time zone of the company.',
}

interface PostingTimeFieldProps extends Omit<ComponentProps<typeof Field>, 'label' | 'hint' | 'type'> {
  caller: Caller
}

/** The time of day at which a task must be posted. The value is `HH:MM`, or '' for a task without a time. */
export const PostingTimeField = ({ caller, ...field }: PostingTimeFieldProps) => (
  <Field type="time" label="Posting time (optional)" hint={hints[caller]} {...field} />
)
