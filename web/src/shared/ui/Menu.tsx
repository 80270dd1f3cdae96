import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { Link } from './Link.tsx'
import styles from './Menu.module.css'

interface MenuItem {
  label: string
  icon?: ReactNode
  /** Stands behind the label. */
  after?: ReactNode
  /** Where one is already: marked, and a press only closes the menu. */
  isCurrent?: boolean
  /** Goes there, with this in the history's entry … */
  to?: string
  state?: object
  /** … and does this. */
  onSelect?: () => void
}

interface MenuProps {
  /** How the button looks, in place of its own look. */
  className?: string
  /** What stands on the button that opens it. */
  trigger: ReactNode
  /** Names the button when its content does not. */
  label?: string
  items: readonly MenuItem[]
  /** The edge of the button that the menu lines up with. */
  align?: 'start' | 'end'
}

/** A popover: a click elsewhere and Escape close it, arrow keys move in it. */
export function Menu({ className = styles.trigger, trigger, label, items, align = 'start' }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  function place({ newState }: ToggleEvent): void {
    if (newState !== 'open' || !button.current || !menu.current) return
    const { left, right, top, bottom } = button.current.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    // Towards the middle of the window: there is room.
    const isLow = top > clientHeight / 2
    menu.current.style.top = isLow ? 'auto' : `${bottom}px`
    menu.current.style.bottom = isLow ? `${clientHeight - top}px` : 'auto'
    menu.current.style.left = align === 'start' ? `${left}px` : 'auto'
    menu.current.style.right = align === 'end' ? `${clientWidth - right}px` : 'auto'
  }

  function focusFirst({ newState }: ToggleEvent): void {
    if (newState === 'open') itemsOf(menu.current)[0]?.focus()
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
      <div
        ref={menu}
        id={id}
        className={styles.menu}
        popover="auto"
        role="menu"
        onBeforeToggle={place}
        onToggle={focusFirst}
        onKeyDown={move}
      >
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
