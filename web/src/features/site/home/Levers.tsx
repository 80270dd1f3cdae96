import { Check } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import consultation from '../art/lever-consultation.svg?raw'
import marketing from '../art/lever-marketing.svg?raw'
import staffing from '../art/lever-staffing.svg?raw'
import { Art } from '../parts/Art.tsx'
import { Section } from '../parts/Section.tsx'
import styles from './Levers.module.css'

const levers = [
  {
    title: 'Digital Marketing',
    art: marketing,
    line: 'Posts that look like your shop and go out on time.',
    details: [
      'Up to 3 posts per week per platform',
      'Your logo, colors and font on each one',
      'You approve it or send it back with a comment',
    ],
  },
  {
    title: 'Staffing Services',
    art: staffing,
    line: 'The right person for the hours you need.',
    details: ['A job post in plain words', 'Candidates found through a hiring platform', 'A shortlist, so that you meet only a few'],
  },
  {
    title: 'Consultation',
    art: consultation,
    line: 'A clear next step when everything seems urgent.',
    details: ['A look at your shop from a customer’s side', 'Two or three things to do first', 'Numbers that show whether they worked'],
  },
]

export function Levers() {
  return (
    <Section
      heading="Three levers for a small shop"
      intro="Most shops are held back by one of three things: too few people know them, too few hands, or too many choices. Pull the lever you need."
    >
      <ul className={styles.cards}>
        {levers.map((lever) => (
          <FlipCard key={lever.title} {...lever} />
        ))}
      </ul>
    </Section>
  )
}

interface FlipCardProps {
  title: string
  line: string
  art: string
  details: readonly string[]
}

/** A card with two sides. Hover, focus or a tap shows the back. */
function FlipCard({ title, line, art, details }: FlipCardProps) {
  const id = useId()
  const { turned, handlers } = useTurn()
  return (
    <li className={styles.card} data-turned={turned}>
      {/* The button covers the whole card and does not move while the card is flipped. */}
      <button
        type="button"
        className={styles.turn}
        aria-expanded={turned}
        aria-controls={`${id}back`}
        aria-labelledby={`${id}title ${id}hint`}
        {...handlers}
      >
        <span id={`${id}hint`} hidden>
          Turn the card for details
        </span>
      </button>
      <div className={styles.sheet}>
        <div className={`${styles.face} ${styles.front}`}>
          <Art svg={art} className={styles.art} />
          <h3 id={`${id}title`} className={styles.title}>
            {title}
          </h3>
          <p className={styles.line}>{line}</p>
          <Corner />
        </div>
        <div id={`${id}back`} className={`${styles.face} ${styles.back}`}>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          <ul className={styles.details}>
            {details.map((detail) => (
              <li key={detail} className={styles.detail}>
                <Check aria-hidden="true" />
                {detail}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </li>
  )
}

function Corner() {
  return (
    <svg className={styles.corner} viewBox="0 0 48 48" aria-hidden="true">
      <path className={styles.under} d="M48 0v48H0z" />
      <path className={styles.fold} d="M48 0 0 48V12A12 12 0 0 1 12 0z" />
    </svg>
  )
}

const isTouch = (event: PointerEvent) => event.pointerType === 'touch'

/** Hover and keyboard focus show the back of the card. A press flips the card. */
function useTurn() {
  const [turned, setTurned] = useState(false)
  const hovered = useRef(false)
  /** Whether the focus has flipped the card. Screen readers focus and press in one step, and the press must not flip the card back. */
  const focused = useRef(false)

  function hover(event: PointerEvent, over: boolean): void {
    if (isTouch(event)) return
    hovered.current = over
    setTurned(over)
  }

  return {
    turned,
    handlers: {
      onPointerEnter: (event: PointerEvent) => hover(event, true),
      onPointerLeave: (event: PointerEvent) => hover(event, false),
      // A tap also focuses the button. That focus must not flip the card, because the click of the same tap flips it.
      onFocus: (event: FocusEvent) => {
        focused.current = event.currentTarget.matches(':focus-visible')
        if (focused.current) setTurned(true)
      },
      onBlur: () => setTurned(false),
      onClick: () => {
        // If hover or focus has already shown the back, the click must not hide it.
        const keep = hovered.current || focused.current
        setTurned((shown) => keep || !shown)
        focused.current = false
      },
      onKeyDown: (event: KeyboardEvent) => {
        focused.current = false
        if (event.key === 'Escape') setTurned(false)
      },
    },
  }
}
