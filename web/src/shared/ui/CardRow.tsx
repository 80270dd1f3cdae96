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
/** Number of cards in the first render, as many as fit on the screen of a laptop. The other cards follow after the first paint. */
const FIRST = 6

interface CardRowProps {
  label: string
  /** Number of pixels per click on an arrow: the width of a card and its gap. On narrow screens, 500 is the width of two cards and gaps. */
  step: 500 | 350 | 260
  /** Labels of the arrows. With labels, the strip always has arrows. */
  arrows?: { back: string; on: string }
  heading?: ReactNode
  /** Called when the last card becomes visible by scrolling. */
  onEnd?: () => void
  /** Each card needs a `key`. */
  children: ReactNode
}

/** A strip of cards that scrolls sideways and snaps. It has arrows if there are more than four cards, or if `arrows` is given. */
export function CardRow({ label, step, arrows, heading, onEnd, children }: CardRowProps) {
  const cards = Children.toArray(children)
  const hasArrows = arrows || cards.length > ARROWS_OVER
  const isWhole = useAfterPaint()
  const { strip, atStart, atEnd, measure } = useScrollEdges(keyOf(cards[0]))
  const { scrollBy, settle } = useScrollBy(strip)
  const reportEnd = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    // At first, `atStart` and `atEnd` are both true. The end is reported only after a scroll.
    if (atEnd && !atStart) reportEnd()
  }, [atEnd, atStart])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== strip.current) return
    const left = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (!left) return
    event.preventDefault()
    scrollBy(left)
  }

  return (
    <div className={styles.row} data-step={step} data-few={cards.length <= ARROWS_OVER ? cards.length : undefined}>
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
        // A scrollable element must be focusable, so that it can be scrolled by keyboard.
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

/** Returns true after the first paint. The second render is a transition, so that user input can interrupt it. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setPainted(true))))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted
}

const keyOf = (card: ReactNode) => (card && typeof card === 'object' && 'key' in card ? card.key : String(card))

/** Scrolls a strip by a distance. The distances of quick clicks are added up. Call `settle` when a scroll has ended. */
function useScrollBy(strip: RefObject<HTMLElement | null>) {
  const aim = useRef<number>(undefined)

  function scrollBy(distance: number): void {
    if (!strip.current) return
    const { scrollLeft, scrollWidth, clientWidth } = strip.current
    const left = Math.min(Math.max((aim.current ?? scrollLeft) + distance, 0), scrollWidth - clientWidth)
    // In browsers without the `scrollend` event, `aim` stays unset, so each distance is added to the current position.
    if ('onscrollend' in strip.current) aim.current = left
    strip.current.scrollTo({ left })
  }

  function settle(): void {
    aim.current = undefined
  }

  return { scrollBy, settle }
}

/**
 * Returns whether a scroller is at its start or its end. Call `measure` on scroll. `first` is the key of the first item. If an item is
 * inserted before the first item, a scroller at its start stays there.
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

  // When a card is added at the start, a browser with scroll snap would keep the old first card in view.
  const stayAtStart = useEffectEvent(() => {
    if (edges.atStart) strip.current?.scrollTo({ left: 0, behavior: 'instant' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the first item changes
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
