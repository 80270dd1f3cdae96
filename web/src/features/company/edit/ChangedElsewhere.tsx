import { isHexColour } from '@app/contracts/format/readable-text-color.ts'
import { useEffect, useId, useRef } from 'react'
import { FieldError } from '../../../shared/ui/Field.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { focusHeading } from '../../../shared/ui/focus.ts'
import { Radio } from '../../../shared/ui/Radio.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import type { Picture, ProfileForm } from '../profile-form.ts'
import { profileLabels } from '../profile-labels.ts'
import { shownValue } from '../time-zones.ts'
import styles from './ChangedElsewhere.module.css'
import { type Difference, type ProfileName, radioGroupOf, UNDECIDED } from './profile-changes.ts'

interface ChangedElsewhereProps {
  differences: readonly Difference[]
  values: ProfileForm
  isBusy: boolean
  /** Whether to show an error at fields for which the owner has not chosen a value yet. */
  showUndecided: boolean
  onDecide: (difference: Difference, side: 'mine' | 'theirs') => void
  /** Number of merges so far. The heading gets the focus after each merge. */
  mergeCount: number
}

export default function ChangedElsewhere({ differences, values, isBusy, showUndecided, onDecide, mergeCount }: ChangedElsewhereProps) {
  const section = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading gets the focus after each merge
  useEffect(() => {
    const heading = section.current?.querySelector('h2')
    heading?.scrollIntoView({ block: 'center' })
    if (heading) focusHeading(heading)
  }, [mergeCount])

  return (
    <Section
      ref={section}
      title="This profile was changed elsewhere"
      lead="Fields that you didn’t edit were updated. If a field was changed in both places, choose which value to keep. Then save."
    >
      <div className={styles.differences}>
        {differences.map((difference) => (
          <Choice
            key={difference.name}
            difference={difference}
            value={values[difference.name]}
            isBusy={isBusy}
            error={showUndecided && !difference.isDecided ? UNDECIDED : undefined}
            onDecide={(side) => onDecide(difference, side)}
          />
        ))}
      </div>
    </Section>
  )
}

interface ChoiceProps {
  difference: Difference
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
    { side: 'theirs', label: 'Use theirs', of: theirs },
    // If the owner did not edit this field, `mine` is the previous value of the profile.
    { side: 'mine', label: isClash ? 'Keep mine' : 'Keep previous', of: chosen === 'mine' ? value : mine },
  ] as const
  return (
    <fieldset aria-describedby={errorId}>
      <legend className={styles.legend}>{profileLabels[name]}</legend>
      <div className={styles.sides}>
        {sides.map(({ side, label, of }) => (
          <Radio
            key={side}
            className={styles.side}
            name={radioGroupOf(difference)}
            checked={chosen === side}
            disabled={isBusy}
            aria-invalid={error ? true : undefined}
            onChange={() => onDecide(side)}
          >
            <span className={styles.words}>
              <span className={styles.label}>{label}</span>
              <Value name={name} of={of} picture={side === 'theirs' ? 'Their picture' : 'Previous picture'} />
            </span>
          </Radio>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

interface ValueProps {
  name: ProfileName
  of: Picture
  /** Text for a picture without a file name. */
  picture: string
}

function Value({ name, of, picture }: ValueProps) {
  const chosenUrl = useObjectUrl(of instanceof File ? of : null)
  if (of === '') return <span className={styles.none}>Not added yet</span>
  if (of instanceof File) return <Thumbnail src={chosenUrl} words={of.name} />
  if (name === 'logo' || name.startsWith('brandRelateImage')) return <Thumbnail src={of} words={picture} />
  return (
    <span className={styles.text}>
      {name.startsWith('color') && isHexColour(of) && <span className={styles.colour} style={{ '--own': of }} aria-hidden="true" />}
      {shownValue(name, of)}
    </span>
  )
}

const Thumbnail = ({ src, words }: { src: string | undefined; words: string }) => (
  <span className={styles.picture}>
    {src && <img src={src} alt="" />}
    <span className={styles.text}>{words}</span>
  </span>
)
