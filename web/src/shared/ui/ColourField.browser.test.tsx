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

it('tells in words how text reads on the colour, picked or written', async () => {
  await openPart(<Colour />)
  await expect.element(text).toHaveAccessibleDescription('Black text on it reads well: 21 to 1. White is hard to read: 1 to 1.')
  await text.fill('#1F6B4F')
  await expect.element(picker).toHaveValue('#1f6b4f')
  await expect.element(text).toHaveAccessibleDescription('White text on it reads well: 6.4 to 1.')
  await picker.fill('#f0b472')
  await expect.element(text).toHaveValue('#f0b472')
  await expect.element(text).toHaveAccessibleDescription(/White is hard to read: 1.8 to 1/)
})

it('says what is not a colour once it is left, not while it is written', async () => {
  await openPart(<Colour />)
  await text.fill('#1f6')
  await expect.element(text).not.toHaveAttribute('aria-invalid')
  await userEvent.tab()
  await expect.element(text).toHaveAttribute('aria-invalid', 'true')
  await expect.element(text).toHaveAccessibleDescription(NOT_A_COLOUR)
  await text.fill('#1f6b4f')
  await expect.element(text).not.toHaveAttribute('aria-invalid')
})
