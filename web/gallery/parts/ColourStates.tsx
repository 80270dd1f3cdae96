import { useState } from 'react'
import { ColourField } from '../../src/shared/ui/ColourField.tsx'
import { State } from '../State.tsx'

interface ColourProps {
  label: string
  value: string
  error?: string
  note?: string
  readOnly?: boolean
}

function Colour({ label, value, ...states }: ColourProps) {
  const [colour, setColour] = useState(value)
  const change = { value: colour, onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setColour(currentTarget.value) }
  return <ColourField label={label} error={undefined} {...states} {...change} />
}

export const ColourStates = () => (
  <>
    <State name="White text is readable">
      <Colour label="Primary color" value="#1f6b4f" />
    </State>
    <State name="Only dark text is readable">
      <Colour label="Secondary color" value="#f0b472" />
    </State>
    <State name="Invalid color">
      <Colour label="Tertiary color" value="#12" error="Enter # and six digits or letters from a to f, such as #1f6b4f" />
    </State>
    <State name="Changed: with a note">
      <Colour label="Changed color" value="#b23a22" note="Changed. Before: #d9553b" />
    </State>
    <State name="While the form is being sent">
      <Colour label="Sent color" value="#5f37a0" readOnly />
    </State>
  </>
)
