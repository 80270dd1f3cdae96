import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Children,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from './Button.tsx'
import styles from './CardRow.module.css'

const ARROWS_OVER = 4
/** More than any screen shows of a strip. */
const FIRST = 12

interface CardRowProps {
  /** Names the strip, e.g. "Pending tasks". */
  label: string
  /** Pixels an arrow scrolls: one card with its gap, so that each click shows the next card. */
  step: 500 | 350 | 260
  /** What the arrows are called, for a strip that always has them. */
  arrows?: { back: string; on: string }
  /** Stands on the line of the arrows. */
  heading?: ReactNode
  /** Hears that the last card has come into sight. */
  onEnd?: () => void
  /** One child a card; give each a key. */
  children: ReactNode
}

/** A strip of cards that snaps; unless it names its arrows, it has them only when there are more than four cards. */
export function CardRow({ label, step, arrows, heading, onEnd, children }: CardRowProps) {
  const cards = Children.toArray(children)
  const hasArrows = arrows || cards.length > ARROWS_OVER
  const isWhole = useAfterPaint()
  const { strip, atStart, atEnd, measure } = useScrollEdges(keyOf(cards[0]))
  const { scrollBy, settle } = useScrollBy(strip)
  const hearEnd = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    // At its start as well: nothing was scrolled yet, or measured.
    if (atEnd && !atStart) hearEnd()
  }, [atEnd, atStart])

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
          {(isWhole ? cards : cards.slice(0, FIRST)).map((card) => (
            <li key={keyOf(card)} className={styles.card}>
              {card}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** False for what is drawn first. What comes once that is on the screen gives way to whatever somebody does. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setPainted(true))))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted
}

const keyOf = (card: ReactNode) => (card && typeof card === 'object' && 'key' in card ? card.key : String(card))

/**
 * Scrolls a strip sideways by a distance. While one scroll is under way the next counts from where that one ends, so that
 * quick clicks add up; call `settle` when a scroll has ended.
 */
function useScrollBy(strip: RefObject<HTMLElement | null>) {
  const aim = useRef<number>(undefined)

  function scrollBy(distance: number): void {
    if (!strip.current) return
    const { scrollLeft, scrollWidth, clientWidth } = strip.current
    const left = Math.min(Math.max((aim.current ?? scrollLeft) + distance, 0), scrollWidth - clientWidth)
    // A browser that does not tell when a scroll has ended counts from where it stands.
    if ('onscrollend' in strip.current) aim.current = left
    strip.current.scrollTo({ left })
  }

  function settle(): void {
    aim.current = undefined
  }

  return { scrollBy, settle }
}

/**
 * A sideways scroller's ref, and whether it stands at its start and its end; call `measure` when it scrolls.
 * `first` names what it begins with: one that stands at its start shows what comes in front, too.
 */
function useScrollEdges(first: unknown) {
  const strip = useRef<HTMLDivElement>(null)
  const [edges, setEdges] = useState({ atStart: true, atEnd: true })

  const measure = useCallback(() => {
    if (!strip.current) return
    const { scrollLeft, scrollWidth, clientWidth } = strip.current
    const atStart = scrollLeft <= 1
    const atEnd = scrollLeft + clientWidth >= scrollWidth - 1
    setEdges((known) => (known.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }))
  }, [])

  // Where cards snap, the browser would follow the card that was first.
  const stayAtStart = useEffectEvent(() => {
    if (edges.atStart) strip.current?.scrollTo({ left: 0, behavior: 'instant' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes in front is what it acts on
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => stayAtStart())
    return () => cancelAnimationFrame(frame)
  }, [first])

  useEffect(() => {
    if (!strip.current) return
    const sizes = new ResizeObserver(measure)
    sizes.observe(strip.current)
    for (const content of strip.current.children) sizes.observe(content)
    return () => sizes.disconnect()
  }, [measure])

  return { strip, measure, ...edges }
}
