import type { BriefText } from '@app/contracts/rules/brief.ts'
import { Undo2 } from 'lucide-react'
import type { Brief } from '../../../domain/task/brief.ts'
import { BriefTextField } from '../../../domain/task/NewTaskPanel.tsx'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { briefHints, briefLabels } from '../brief-labels.ts'
import styles from './StartFrom.module.css'
import type { ExampleOf } from './use-example.ts'

/** A text of a new task. While it contains the text of an example, a button restores the text that the field had before. */
export function ExampleTextField({ name, example }: { name: BriefText; example: ExampleOf }) {
  const { element } = useFormContext<Brief>()

  function undo(): void {
    example.undo([name])
    // The pressed button disappears. The focus would be lost, so it moves to the text field.
    const field = element.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }

  return (
    <div>
      <BriefTextField name={name} label={briefLabels[name]} hint={briefHints[name]} />
      {example.unchanged.includes(name) && (
        <div className={styles.filled}>
          <span>From “{example.name}”</span>
          <Button tone="quiet" size="small" icon={<Undo2 aria-hidden="true" />} onClick={undo}>
            Undo <span className="visually-hidden">{briefLabels[name]}</span>
          </Button>
        </div>
      )}
    </div>
  )
}
