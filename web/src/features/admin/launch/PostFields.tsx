import { formatTimeZone } from '@app/contracts/format/times.ts'
import { platformNames } from '@app/contracts/rules/task-status.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { timeZone } from '../../../shared/format/dates.ts'
import { Field, FieldGroup } from '../../../shared/ui/Field.tsx'
import { hintAbout } from './network-hosts.ts'
import { type OnPlatforms, type PostForm, platformsOf } from './post-form.ts'

interface PostFieldsProps {
  task: OnPlatforms
  title: string
  /** What an empty time means. */
  timeHint: string
  /** Id of the form, for fields that are elsewhere in the page. */
  formId?: string
}

/** The fields that say when a task was posted and where it can be seen. Must be inside a `Form`. */
export function PostFields({ task, title, timeHint, formId }: PostFieldsProps) {
  const { text, values } = useFormContext<PostForm>()
  return (
    <FieldGroup title={title}>
      {platformsOf(task).map((platform) => (
        <Field
          key={platform}
          type="url"
          inputMode="url"
          label={`${platformNames[platform]} link (optional)`}
          note={hintAbout(platform, values[platform])}
          form={formId}
          {...text(platform)}
        />
      ))}
      <Field
        type="datetime-local"
        label="Posted at"
        hint={`${timeHint} ${formatTimeZone(timeZone())}.`}
        form={formId}
        {...text('postedAt')}
      />
    </FieldGroup>
  )
}
