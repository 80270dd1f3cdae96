import { Undo2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { IconButton } from '../../../shared/ui/Button.tsx'
import type { FieldParts } from '../field-parts.ts'
import type { ProfileForm } from '../profile-form.ts'
import { profileLabels } from '../profile-labels.ts'
import { shownValue } from '../time-zones.ts'
import styles from './ChangedField.module.css'
import { useEditing } from './editing.ts'
import { isChanged } from './profile-changes.ts'

export function ChangedField({ name, children }: ComponentProps<FieldParts['Text']>): ReactNode {
  const { values, set, state } = useFormContext<ProfileForm>()
  const { before } = useEditing()
  const box = useRef<HTMLDivElement>(null)
  const was = before[name]
  const changed = isChanged(before, values, name)
  // The field shows a phone number as it was typed, so the note below it does the same.
  const shown = name === 'phone' ? was : shownValue(name, was)

  /** Restores the previous value and focuses the field, because the undo button disappears. */
  function undo(): void {
    set({ [name]: was })
    box.current?.querySelector<HTMLElement>('input:not([type="color"]), select')?.focus()
  }

  return (
    <div ref={box} className={styles.field} data-changed={changed || undefined}>
      {children({
        label: profileLabels[name],
        note: changed && (was ? `Changed. Before: ${shown}` : 'Changed. It was empty.'),
      })}
      {changed && state === 'idle' && (
        <IconButton className={styles.undo} label={`Undo change to ${profileLabels[name]}`} icon={<Undo2 />} onClick={undo} />
      )}
    </div>
  )
}
