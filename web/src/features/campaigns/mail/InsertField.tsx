import { mergeColumns, mergeField } from '@app/contracts/rules/merge-fields.ts'
import { Braces } from 'lucide-react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Menu } from '../../../shared/ui/Menu.tsx'
import styles from './InsertField.module.css'

/** Texts that replace missing values of a customer. The owner can change the text in the inserted field. */
const fallbacks: Record<(typeof mergeColumns)[number], string> = {
  'First Name': 'there',
  'Last Name': 'friend',
  'Email id': 'your address',
  'Mobile No': 'your number',
  'Lead Date': 'a while ago',
  'Customer date': 'a while ago',
}

/** A menu that inserts a merge field such as `{{First Name|there}}` at the last cursor position and selects its fallback text. */
export function InsertField({ into }: { into: RefObject<HTMLInputElement | HTMLTextAreaElement | null> }) {
  const { set } = useFormContext<Record<string, string>>()

  function insert(column: (typeof mergeColumns)[number]): void {
    const control = into.current
    if (!control) return
    const { selectionStart, selectionEnd, value, name } = control
    const start = selectionStart ?? value.length
    const field = mergeField(column, fallbacks[column])
    flushSync(() => set({ [name]: value.slice(0, start) + field + value.slice(selectionEnd ?? start) }))
    control.focus()
    control.setSelectionRange(start + field.indexOf('|') + 1, start + field.length - '}}'.length)
  }

  return (
    <Menu
      className={styles.button}
      align="end"
      trigger={
        <>
          <Braces aria-hidden="true" />
          Insert field
        </>
      }
      items={mergeColumns.map((column) => ({ label: column, onSelect: () => insert(column) }))}
    />
  )
}
