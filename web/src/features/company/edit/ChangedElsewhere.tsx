import { useEffect, useId, useRef } from 'react'
import { FieldError } from '../../../shared/ui/Field.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { focusHeading } from '../../../shared/ui/focus.ts'
import { isHexColour } from '../../../shared/ui/readable-text-color.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import type { Picture, ProfileForm } from '../profile-form.ts'
import { profileLabels } from '../profile-labels.ts'
import styles from './ChangedElsewhere.module.css'
import { choiceOf, type Difference, type ProfileName, UNDECIDED } from './profile-changes.ts'

interface ChangedElsewhereProps {
  differences: readonly Difference[]
  values: ProfileForm
  isBusy: boolean
  /** Says which are still to be decided. */
  isAsked: boolean
  onDecide: (difference: Difference, side: 'mine' | 'theirs') => void
  /** How often there was something new in it: it is read from its heading then. */
  meetings: number
}

/** What was changed elsewhere, field by field: what stands there now and what stood here, of which one is kept. */
export default function ChangedElsewhere({ differences, values, isBusy, isAsked, onDecide, meetings }: ChangedElsewhereProps) {
  const section = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time
  useEffect(() => {
    const heading = section.current?.querySelector('h2')
    heading?.scrollIntoView({ block: 'center' })
    if (heading) focusHeading(heading)
  }, [meetings])

  return (
    <Section
      ref={section}
      title="This profile was changed elsewhere"
      lead="What you did not touch was taken over. Where both of you changed something, choose what to keep, then save."
    >
      <div className={styles.differences}>
        {differences.map((difference) => (
          <Choice
            key={difference.name}
            difference={difference}
            value={values[difference.name]}
            isBusy={isBusy}
            error={isAsked && !difference.isDecided ? UNDECIDED : undefined}
            onDecide={(side) => onDecide(difference, side)}
          />
        ))}
      </div>
    </Section>
  )
}

interface ChoiceProps {
  difference: Difference
  /** What stands in the form now. */
  value: Picture
  isBusy: boolean
  error: string | undefined
  onDecide: (side: 'mine' | 'theirs') => void
}

function Choice({ difference, value, isBusy, error, onDecide }: ChoiceProps) {
  const { name, isClash, isDecided, theirs, mine } = difference
  const errorId = useId()
  const chosen = !isDecided ? undefined : value === theirs ? 'theirs' : 'mine'
  const sides = [
    { side: 'theirs', label: 'Take theirs', of: theirs },
    // What was not touched here is nobody's own.
    { side: 'mine', label: isClash ? 'Keep mine' : 'As it was', of: chosen === 'mine' ? value : mine },
  ] as const
  return (
    <fieldset className={styles.choice} aria-describedby={errorId}>
      <legend className={styles.legend}>{profileLabels[name]}</legend>
      <div className={styles.sides}>
        {sides.map(({ side, label, of }) => (
          <label key={side} className={styles.side}>
            <input
              type="radio"
              name={choiceOf(difference)}
              checked={chosen === side}
              disabled={isBusy}
              aria-invalid={error ? true : undefined}
              onChange={() => onDecide(side)}
            />
            <span className={styles.words}>
              <span className={styles.label}>{label}</span>
              <Value name={name} of={of} picture={side === 'theirs' ? 'Their picture' : 'The picture before'} />
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

interface ValueProps {
  name: ProfileName
  of: Picture
  /** What a picture that has no name is called. */
  picture: string
}

function Value({ name, of, picture }: ValueProps) {
  const chosenUrl = useObjectUrl(of instanceof File ? of : null)
  if (of === '') return <span className={styles.none}>Not given</span>
  if (of instanceof File) return <Thumbnail src={chosenUrl} words={of.name} />
  if (name === 'logo' || name.startsWith('brandRelateImage')) return <Thumbnail src={of} words={picture} />
  return (
    <span className={styles.text}>
      {name.startsWith('color') && isHexColour(of) && <span className={styles.colour} style={{ '--own': of }} aria-hidden="true" />}
      {of}
    </span>
  )
}

const Thumbnail = ({ src, words }: { src: string | undefined; words: string }) => (
  <span className={styles.picture}>
    {src && <img src={src} alt="" />}
    <span className={styles.text}>{words}</span>
  </span>
)
