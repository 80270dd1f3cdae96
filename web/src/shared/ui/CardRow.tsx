import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Children, type KeyboardEvent, type ReactNode } from 'react'
import styles from './CardRow.module.css'
import { IconButton } from './IconButton.tsx'
import { useScrollBy } from './use-scroll-by.ts'
import { useScrollEdges } from './use-scroll-edges.ts'

const ARROWS_OVER = 4

interface CardRowProps {
  /** Names the strip, e.g. "Pending tasks". */
  label: string
  /** Pixels an arrow scrolls: one card with its gap, so that each click shows the next card. */
  step: 500 | 350 | 260
  /** What the arrows are called, for a strip that always has them. */
  arrows?: { back: string; on: string }
  /** Stands on the line of the arrows. */
  heading?: ReactNode
  /** One child a card; give each a key. */
  children: ReactNode
}

/** A strip of cards that snaps; unless it names its arrows, it has them only when there are more than four cards. */
export function CardRow({ label, step, arrows, heading, children }: CardRowProps) {
  const cards = Children.toArray(children)
  const hasArrows = arrows || cards.length > ARROWS_OVER
  const { strip, atStart, atEnd, measure } = useScrollEdges(keyOf(cards[0]))
  const { scrollBy, settle } = useScrollBy(strip)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== strip.current) return
    const left = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (!left) return
    event.preventDefault()
    scrollBy(left)
  }

  return (
    <div className={styles.row} data-step={step}>
      {(heading || hasArrows) && (
        <div className={styles.top}>
          {heading}
          {hasArrows && (
            <div className={styles.arrows}>
              <IconButton
                className={styles.arrow}
                label={arrows?.back ?? 'Scroll left'}
                icon={<ChevronLeft />}
                aria-disabled={atStart}
                onClick={() => scrollBy(-step)}
              />
              <IconButton
                className={styles.arrow}
                label={arrows?.on ?? 'Scroll right'}
                icon={<ChevronRight />}
                aria-disabled={atEnd}
                onClick={() => scrollBy(step)}
              />
            </div>
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a named section is one landmark too many a strip */}
      <div
        ref={strip}
        role="group"
        className={styles.strip}
        aria-label={label}
        // What scrolls must be reachable by keyboard.
        tabIndex={atStart && atEnd ? undefined : 0}
        data-at-start={atStart}
        data-at-end={atEnd}
        onScroll={measure}
        onScrollEnd={settle}
        onKeyDown={onKeyDown}
      >
        <ul className={styles.cards}>
          {cards.map((card) => (
            <li key={keyOf(card)} className={styles.card}>
              {card}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const keyOf = (card: ReactNode) => (card && typeof card === 'object' && 'key' in card ? card.key : String(card))
