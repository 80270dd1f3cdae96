import { type ReactNode, type Ref, useId, useLayoutEffect, useRef, useState } from 'react'
import { leaveForms } from '../form/unsent.ts'
import { Button } from './Button.tsx'
import styles from './Section.module.css'

interface SectionProps {
  title: string
  /** One sentence on what it is for. */
  lead?: ReactNode
  /** At the end of the title's line. */
  actions?: ReactNode
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** What belongs together on a page or in a form, on a sheet of its own. */
export function Section({ title, lead, actions, ref, children }: SectionProps) {
  const id = useId()
  return (
    <section ref={ref} className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

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
    <Section
      ref={section}
      title={title}
      actions={
        <>
          <p className={styles.saved} role="status">
            {mode === 'saved' && 'Saved'}
          </p>
          <Button ref={toggle} tone="quiet" size="small" aria-description={title} onClick={press}>
            {isEditing ? 'Cancel' : editLabel}
          </Button>
        </>
      }
    >
      {isEditing ? form(() => setMode('saved')) : children}
    </Section>
  )
}
