import { formatNumber } from '@app/contracts/format/numbers.ts'
import { ALTERNATIVE_TEXT_MAX } from '@app/contracts/rules/previews.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../shared/ui/Button.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import styles from './AlternativeTextField.module.css'
import { alternativeTextOf, setAlternativeText } from './alternative-texts.ts'
import { inspectionOf } from './inspections.ts'
import { lengthOf } from './preview-form.ts'

const things = { image: 'picture', video: 'video', pdf: 'PDF' } as const

/** The alternative text of a chosen file. A button opens the field. Nothing is shown for a file that a preview may not contain. */
export function AlternativeTextField({ file, disabled }: { file: File; disabled: boolean }) {
  const [text, setText] = useState(() => alternativeTextOf(file))
  const [isOpen, setOpen] = useState(text !== '')
  const field = useRef<HTMLTextAreaElement>(null)
  const { kind, problem } = inspectionOf(file) ?? {}
  if (!kind || problem) return null

  function open(): void {
    flushSync(() => setOpen(true))
    field.current?.focus()
  }

  const label = (words: string) => (
    <>
      {words} <span className="visually-hidden">for {file.name}</span>
    </>
  )
  return (
    <div className={styles.alternativeText}>
      {isOpen ? (
        <TextArea
          ref={field}
          label={label('Alternative text')}
          hint={`Describe this ${things[kind]} for people who don’t see it.`}
          note={`${formatNumber(lengthOf(text))} of ${formatNumber(ALTERNATIVE_TEXT_MAX)} characters`}
          rows={2}
          maxLength={ALTERNATIVE_TEXT_MAX}
          readOnly={disabled}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            setAlternativeText(file, value)
          }}
        />
      ) : (
        <Button tone="quiet" size="small" disabled={disabled} onClick={open}>
          {label('Add alternative text')}
        </Button>
      )}
    </div>
  )
}
