import { readableTextColor } from '@app/contracts/format/readable-text-color.ts'
import { Check } from 'lucide-react'
import { useFormContext } from '../../../shared/form/Form.tsx'
import type { colourFields } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'
import styles from './ColourSuggestions.module.css'

interface ColourSuggestionsProps {
  of: (typeof colourFields)[number]
  /** The colors of the logo (#rrggbb). */
  colours: readonly string[]
}

/** Buttons that set a color field to one of the logo's colors. */
export function ColourSuggestions({ of: { name, label }, colours }: ColourSuggestionsProps) {
  const { values, set, state } = useFormContext<ProfileForm>()
  if (colours.length === 0) return null
  return (
    <fieldset className={styles.suggestions} aria-label={`${label}: colors in your logo`}>
      {colours.map((colour) => {
        const isChosen = values[name] === colour
        return (
          <button
            key={colour}
            type="button"
            className={styles.colour}
            title={colour}
            aria-label={`Use ${colour} as ${label.toLowerCase()}`}
            aria-pressed={isChosen}
            disabled={state !== 'idle'}
            onClick={() => set({ [name]: colour })}
          >
            <span className={styles.swatch} style={{ '--own': colour, '--on': readableTextColor(colour) }}>
              {isChosen && <Check aria-hidden="true" />}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
}
