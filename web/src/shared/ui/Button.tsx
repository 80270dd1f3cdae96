import { readableTextColor } from '@app/contracts/format/readable-text-color.ts'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './Button.module.css'

export type ButtonState = 'idle' | 'busy' | 'done'
export type ButtonTone = 'primary' | 'quiet' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: 'medium' | 'small'
  /** In the states `busy` and `done`, the button shows the label of the state and ignores clicks. Its width does not change. */
  state?: ButtonState
  busyLabel?: string
  doneLabel?: string
  icon?: ReactNode
  /** Background color of a company (#rrggbb), which replaces the color of the tone. */
  ground?: string
}

/** A disabled, busy or done button ignores clicks but keeps the focus. With the `disabled` attribute, the button would lose the focus. */
export function Button(props: ButtonProps) {
  const { tone = 'primary', size = 'medium', state = 'idle', busyLabel, doneLabel, icon, ground, disabled, onClick, ...button } = props
  const labels = [
    { shownWhen: 'idle', text: button.children },
    { shownWhen: 'busy', text: busyLabel },
    { shownWhen: 'done', text: doneLabel },
  ].filter(({ text }) => text !== undefined)
  const shown = labels.some(({ shownWhen }) => shownWhen === state) ? state : 'idle'

  const isIdle = state === 'idle' && !disabled

  // The Enter key in a form also calls this function, because the browser clicks the submit button.
  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (isIdle) onClick?.(event)
    else event.preventDefault()
  }

  return (
    <button
      type="button"
      {...button}
      className={`${styles.button} ${styles[tone]} ${styles[size]} ${button.className ?? ''}`}
      style={ground ? { '--ground': ground, '--text': readableTextColor(ground) } : undefined}
      data-own-ground={ground ? '' : undefined}
      aria-busy={state === 'busy' || undefined}
      data-done={state === 'done' || undefined}
      aria-disabled={!isIdle || undefined}
      onClick={press}
    >
      <span className={styles.labels}>
        {labels.map(({ shownWhen, text }) => (
          <span key={shownWhen} className={styles.label} hidden={shownWhen !== shown}>
            {shownWhen === 'busy' || (state === 'busy' && shown === 'idle') ? <span className={styles.spinner} aria-hidden="true" /> : icon}
            <span>{text}</span>
          </span>
        ))}
      </span>
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, className, ...button }: IconButtonProps) {
  return (
    <button type="button" title={label} {...button} className={`${styles.iconButton} ${className ?? ''}`} aria-label={label}>
      {icon}
    </button>
  )
}
