import { fitPhone, phoneTooLong } from '@app/contracts/rules/phone.ts'
import { type ClipboardEvent, type ComponentProps, type DragEvent, useState } from 'react'
import { Field } from './Field.tsx'

type PhoneFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'maxLength'> & { maxLength: number }

/**
 * A phone number with a maximum length. Browsers would truncate a pasted number. This field removes the formatting if the number then fits.
 * Otherwise the field keeps its content and shows an error.
 */
export function PhoneField({ maxLength, error, onChange, ...field }: PhoneFieldProps) {
  const [isRefused, setRefused] = useState(false)

  function insert(event: ClipboardEvent<HTMLInputElement> | DragEvent<HTMLInputElement>, text: string): void {
    const input = event.currentTarget
    if (input.readOnly) return
    const { value, selectionStart, selectionEnd } = input
    const start = selectionStart ?? value.length
    const end = selectionEnd ?? value.length
    const next = value.slice(0, start) + text + value.slice(end)
    if (next.length <= maxLength) return
    event.preventDefault()
    const fitted = fitPhone(next, maxLength)
    setRefused(fitted === undefined)
    if (fitted === undefined) return
    input.focus()
    input.setRangeText(fitted, 0, value.length, 'end')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <Field
      {...field}
      type="tel"
      maxLength={maxLength}
      error={isRefused ? phoneTooLong(maxLength) : error}
      onChange={(event) => {
        setRefused(false)
        onChange?.(event)
      }}
      onPaste={(event) => insert(event, event.clipboardData.getData('text'))}
      onDrop={(event) => insert(event, event.dataTransfer.getData('text'))}
    />
  )
}
