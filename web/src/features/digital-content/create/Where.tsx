import { platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import { useFormContext } from 'react-hook-form'
import { ChipGroup } from '../../../shared/ui/ChipGroup.tsx'
import { ChipToggle } from '../../../shared/ui/ChipToggle.tsx'
import { FieldGroup } from '../../../shared/ui/FieldGroup.tsx'
import { PlatformIcon } from '../../../shared/ui/PlatformIcon.tsx'
import type { TaskForm } from './task-form.ts'

export function Where() {
  const { register } = useFormContext<TaskForm>()
  return (
    <FieldGroup title="Where">
      <ChipGroup legend="Platforms">
        {platforms.map((platform) => (
          <ChipToggle
            key={platform}
            label={platformNames[platform]}
            icon={<PlatformIcon platform={platform} decorative />}
            {...register(platform)}
          />
        ))}
      </ChipGroup>
    </FieldGroup>
  )
}
