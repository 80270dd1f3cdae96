import { useMemo } from 'react'
import { useFormContext } from '../../shared/form/Form.tsx'
import { Select } from '../../shared/ui/Field.tsx'
import type { FieldWords } from './field-parts.ts'
import type { ProfileForm } from './profile-form.ts'
import { deviceTimeZone, timeZoneName, timeZoneOptions } from './time-zones.ts'

/** The time zone of the company. If this device has another time zone, the hint names the time zone of the device. */
export function TimeZoneField({ label = 'Time Zone', note }: FieldWords) {
  const { choice, values } = useFormContext<ProfileForm>()
  const options = useMemo(() => timeZoneOptions(values.timeZone), [values.timeZone])
  const device = deviceTimeZone()
  const suggestion = device === values.timeZone ? '' : ` This device uses ${timeZoneName(device)}.`
  return (
    <Select
      label={label}
      hint={`We email reminders at 9:00 AM in this time zone.${suggestion}`}
      note={note}
      options={options}
      {...choice('timeZone')}
    />
  )
}
