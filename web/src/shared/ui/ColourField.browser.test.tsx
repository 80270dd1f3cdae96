import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { ColourField, NOT_A_COLOUR } from './ColourField.tsx'

const text = page.getByRole('textbox', { name: 'Primary color', exact: true })
const picker = page.getByLabelText('Pick the primary color')

function Colour() {
  const [colour, setColour] = useState('#ffffff')
  return (
    <ColourField label="Primary color" value={colour} error={undefined} onChange={({ currentTarget }) => setColour(currentTarget.value)} />
  )
}

it('describes which text color is readable on a picked or typed color', async () => {
  await openPart(<Colour />)
  await expect.element(text).toHaveAccessibleDescription('Dark text is easy to read on this color.')
  await text.fill('#1F6B4F')
  await expect.element(picker).toHaveValue('#1f6b4f')
  await expect.element(text).toHaveAccessibleDescription('White text is easy to read on this color.')
  await picker.fill('#f0b472')
  await expect.element(text).toHaveValue('#f0b472')
  await expect.element(text).toHaveAccessibleDescription('Dark text is easy to read on this color.')
})

it('reports an invalid color after the field has lost the focus, not while typing', async () => {
  await openPart(<Colour />)
  await text.fill('#1f6')
  await expect.element(text).not.toHaveAttribute('aria-invalid')
  await userEvent.tab()
  await expect.element(text).toHaveAttribute('aria-invalid', 'true')
  await expect.element(text).toHaveAccessibleDescription(NOT_A_COLOUR)
  await text.fill('#1f6b4f')
  await expect.element(text).not.toHaveAttribute('aria-invalid')
})
