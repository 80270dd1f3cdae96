import type { FieldParts } from './field-parts.ts'
import { regionFields, streetFields } from './profile-fields.ts'
import { StateField } from './StateField.tsx'
import { EachField, TextFields } from './TextFields.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'

/** Fields for the address and the time zone of a company. */
export function AddressFields({ of: parts }: { of: FieldParts }) {
  const { Text } = parts
  return (
    <TextFields fields={streetFields} of={parts}>
      <Text name="state">{(words) => <StateField {...words} />}</Text>
      <EachField fields={regionFields} of={parts} />
      <Text name="timeZone">{(words) => <TimeZoneField {...words} />}</Text>
    </TextFields>
  )
}
