import { type Platform, platformNames } from '@app/contracts/rules/task-status.ts'
import type { ReactNode } from 'react'
import { useFormContext } from '../form/Form.tsx'
import { ChipGroup, ChipToggle } from '../ui/Checkbox.tsx'
import { FieldGroup } from '../ui/Field.tsx'
import { PlatformIcon } from '../ui/PlatformIcon.tsx'

/** Where a new task is to post, in a form that holds a flag for each of the platforms. */
export function PlatformChips({ legend, platforms }: { legend: ReactNode; platforms: readonly Platform[] }) {
  const { flag } = useFormContext<Record<Platform, boolean>>()
  return (
    <FieldGroup title="Where">
      <ChipGroup legend={legend}>
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
