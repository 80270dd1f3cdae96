import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { Field } from './Field.tsx'
import { fitPhone, phoneTooLong } from './fit-phone.ts'

type PhoneFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'maxLength'> & { maxLength: number }

/**
 * A phone number with a maximum length. Browsers would truncate a longer text. If the number is too long, this field removes its
 * formatting, such as spaces. If the number is still too long, the field rejects a pasted or dropped text and shows an error.
 */
export function PhoneField({ maxLength, error, onChange, ...field }: PhoneFieldProps) {
  const [isRefused, setRefused] = useState(false)

  /** Handles a text that would make the number too long. Removes the number's formatting if the number then fits. */
  function insert(event: SyntheticEvent<HTMLInputElement>, text: string): void {
    const input = event.currentTarget
    if (input.readOnly) return
    const { value, selectionStart, selectionEnd } = input
    const start = selectionStart ?? value.length
    const end = selectionEnd ?? value.length
    const next = value.slice(0, start) + text + value.slice(end)
    if (next.length <= maxLength) return
    const fitted = fitPhone(next, maxLength)
    setRefused(fitted === undefined)
    // If a typed text does not fit even without formatting, the browser inserts the characters for which there is space.
    if (fitted !== undefined || event.type !== 'beforeinput') event.preventDefault()
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
      onBeforeInput={(event) => insert(event, event.data)}
      onPaste={(event) => insert(event, event.clipboardData.getData('text'))}
      onDrop={(event) => insert(event, event.dataTransfer.getData('text'))}
    />
  )
}
