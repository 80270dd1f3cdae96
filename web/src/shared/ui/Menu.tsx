import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { Link } from './Link.tsx'
import styles from './Menu.module.css'

interface MenuItem {
  label: string
  icon?: ReactNode
  after?: ReactNode
  /** Whether the item leads to the current page. A click on such an item closes the menu, but does not navigate. */
  isCurrent?: boolean
  /** Whether a line above the item separates it from the items before. */
  startsGroup?: boolean
  to?: string
  state?: object
  /** Called when the item is pressed, even if the item is a link. */
  onSelect?: () => void
}

/** The smallest distance in px between a menu and the sides of the window. */
const MARGIN = 16

interface MenuProps {
  /** Class of the button, which replaces its default style. */
  className?: string
  trigger: ReactNode
  /** Accessible name of the button, if its content has no text. */
  label?: string
  items: readonly MenuItem[]
  /** Edge of the button with which the menu is aligned. */
  align?: 'start' | 'end'
}

/** A menu in a popover. Escape or a click outside closes it; arrow keys move between the items. */
export function Menu({ className = styles.trigger, trigger, label, items, align = 'start' }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  function place({ newState }: ToggleEvent): void {
    if (newState !== 'open' || !button.current || !menu.current) return
    const { left, right, top, bottom } = button.current.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    // In the lower half of the window, the menu opens upward, where it has more room.
    const isLow = top > clientHeight / 2
    menu.current.style.top = isLow ? 'auto' : `${bottom}px`
    menu.current.style.bottom = isLow ? `${clientHeight - top}px` : 'auto'
    menu.current.style.left = align === 'start' ? `${left}px` : 'auto'
    menu.current.style.right = align === 'end' ? `${clientWidth - right}px` : 'auto'
  }

  /** The size of the menu is known only when it is open. A menu that would be cut off at a side of the window moves inside. */
  function settle({ newState }: ToggleEvent): void {
    if (newState !== 'open' || !menu.current) return
    const { left, width } = menu.current.getBoundingClientRect()
    const inside = Math.max(MARGIN, Math.min(left, document.documentElement.clientWidth - MARGIN - width))
    if (Math.abs(inside - left) >= 1) {
      menu.current.style.left = `${inside}px`
      menu.current.style.right = 'auto'
    }
    itemsOf(menu.current)[0]?.focus()
  }

  function move(event: KeyboardEvent): void {
    const all = itemsOf(menu.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }

  return (
    <>
      <button ref={button} type="button" className={className} popoverTarget={id} aria-haspopup="menu" aria-label={label}>
        {trigger}
      </button>
      <div ref={menu} id={id} className={styles.menu} popover="auto" role="menu" onBeforeToggle={place} onToggle={settle} onKeyDown={move}>
        {items.map((item) => (
          <MenuEntry key={item.label} item={item} close={() => menu.current?.hidePopover()} />
        ))}
      </div>
    </>
  )
}

function MenuEntry({ item, close }: { item: MenuItem; close: () => void }) {
  const entry = {
    className: styles.item,
    role: 'menuitem',
    tabIndex: -1,
    'data-starts-group': item.startsGroup || undefined,
    'aria-current': item.isCurrent ? ('page' as const) : undefined,
    onClick: () => {
      close()
      item.onSelect?.()
    },
  }
  const content = (
    <>
      {item.icon}
      {item.label}
      {item.after}
    </>
  )
  return item.to && !item.isCurrent ? (
    <Link {...entry} to={item.to} state={item.state}>
      {content}
    </Link>
  ) : (
    <button {...entry} type="button">
      {content}
    </button>
  )
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return menu ? [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')] : []
}
