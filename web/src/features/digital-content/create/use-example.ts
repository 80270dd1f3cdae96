import type { BriefText } from '@app/contracts/rules/brief.ts'
import { useState } from 'react'
import type { Brief } from '../../../domain/task/brief.ts'
import type { FormOf } from '../../../shared/form/use-form.ts'
import {
  conflictingFields,
  type Example,
  exampleTexts,
  type FilledTexts,
  fillTexts,
  ownTexts,
  textsBefore,
  unchangedFields,
} from './filled-texts.ts'

export type ExampleOf = ReturnType<typeof useExample>

/** Fills the texts of a form from an example, and undoes filled texts. A text that the owner wrote is replaced only after a question. */
export function useExample({ values, set }: Pick<FormOf<Brief>, 'values' | 'set'>) {
  const [filled, setFilled] = useState<FilledTexts>({})
  const [name, setName] = useState('')
  /** The example that conflicts with texts of the owner. Undefined when the owner has answered the question. */
  const [asked, setAsked] = useState<Example>()
  const own = ownTexts(filled, values)
  const unchanged = unchangedFields(filled, values)
  const conflicts = asked ? conflictingFields(asked, own) : []

  function fill(example: Example, kept: readonly BriefText[]): void {
    const next = fillTexts(example, own, kept)
    set({ ...textsBefore(filled, unchanged), ...exampleTexts(next) })
    setFilled(next)
    setName(example.name)
    setAsked(undefined)
  }

  return {
    /** The name of the last example, and the fields that still contain its texts. */
    name,
    unchanged,
    /**
     * Fills the form with the texts of the example. If the example would replace texts of the owner, changes nothing. `conflicts` then
     * contains the fields with these texts.
     */
    choose(example: Example): void {
      if (conflictingFields(example, own).length > 0) setAsked(example)
      else fill(example, [])
    },
    conflicts,
    replace: () => asked && fill(asked, []),
    keep: () => asked && fill(asked, conflicts),
    undo: (fields: readonly BriefText[]) => set(textsBefore(filled, fields)),
  }
}
