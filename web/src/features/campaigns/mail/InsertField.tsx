import { mergeColumns, mergeField } from '@app/contracts/rules/merge-fields.ts'
import { Braces } from 'lucide-react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Menu } from '../../../shared/ui/Menu.tsx'
import styles from './InsertField.module.css'

/** What stands there for whoever has none; the owner writes over it. */
const fallbacks: Record<(typeof mergeColumns)[number], string> = {
  'First Name': 'there',
  'Last Name': 'friend',
  'Email id': 'your address',
  'Mobile No': 'your number',
  'Lead Date': 'a while ago',
  'Customer date': 'a while ago',
}

/** A menu of what a mail can say of each person: put in where the cursor was, with what stands in for it marked. */
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
