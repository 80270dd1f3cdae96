import { useState } from 'react'
import { ColourField } from '../../src/shared/ui/ColourField.tsx'
import { State } from '../State.tsx'

function Colour({ label, value, error, readOnly }: { label: string; value: string; error?: string; readOnly?: boolean }) {
  const [colour, setColour] = useState(value)
  const change = { value: colour, onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setColour(currentTarget.value) }
  return <ColourField label={label} error={error} readOnly={readOnly} {...change} />
}

export const ColourStates = () => (
  <>
    <State name="White text reads well on it">
      <Colour label="Primary color" value="#1f6b4f" />
    </State>
    <State name="Only black does">
      <Colour label="Secondary color" value="#f0b472" />
    </State>
    <State name="Not a colour">
      <Colour label="Tertiary color" value="#12" error="Enter # and six digits or letters from a to f, such as #1f6b4f" />
    </State>
    <State name="While it is sent">
      <Colour label="Sent color" value="#5f37a0" readOnly />
    </State>
  </>
)
