import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { leaveForms } from '../form/unsent.ts'
import { Button } from './Button.tsx'
import styles from './EditableSection.module.css'

interface EditableSectionProps {
  title: string
  /** On the button: "Edit Profile". */
  editLabel?: string
  /** To be read, mostly `Facts`. */
  children: ReactNode
  /** A form in place of that, which calls `onSaved` when its answer is there. A `KeptForm` asks before Cancel loses something. */
  form: (onSaved: () => void) => ReactNode
}

/** What is known, with a button that has it edited in the same place. The focus goes into the form and comes back. */
export function EditableSection({ title, editLabel = 'Edit', children, form }: EditableSectionProps) {
  const titleId = useId()
  const [mode, setMode] = useState<'read' | 'edit' | 'saved'>('read')
  const section = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const isEditing = mode === 'edit'

  const shown = useRef(mode)
  useLayoutEffect(() => {
    if (shown.current === mode) return
    shown.current = mode
    if (mode === 'edit') section.current?.querySelector<HTMLElement>('form :is(input, select, textarea, button)')?.focus()
    else toggle.current?.focus()
  }, [mode])

  function press(): void {
    if (!isEditing) setMode('edit')
    else if (section.current) leaveForms(() => setMode('read'), section.current)
  }

  return (
    <section ref={section} className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <p className={styles.saved} role="status">
          {mode === 'saved' && 'Saved'}
        </p>
        <Button ref={toggle} tone="quiet" size="small" aria-describedby={titleId} onClick={press}>
          {isEditing ? 'Cancel' : editLabel}
        </Button>
      </div>
      {isEditing ? form(() => setMode('saved')) : children}
    </section>
  )
}
