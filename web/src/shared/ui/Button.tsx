import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { readableOn } from './readable-on.ts'

export type ButtonState = 'idle' | 'busy' | 'done'
export type ButtonTone = 'primary' | 'quiet' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: 'medium' | 'small'
  /** Anything but idle shows that state's label and disables the button; its width stays. */
  state?: ButtonState
  busyLabel?: string
  doneLabel?: string
  icon?: ReactNode
  /** Fills the button with an owner's own colour (#rrggbb) in place of the tone's. */
  ground?: string
}

export function Button(props: ButtonProps) {
  const { tone = 'primary', size = 'medium', state = 'idle', busyLabel, doneLabel, icon, ground, ...button } = props
  const labels = [
    { shownWhen: 'idle', text: button.children },
    { shownWhen: 'busy', text: busyLabel },
    { shownWhen: 'done', text: doneLabel },
  ].filter(({ text }) => text !== undefined)
  const shown = labels.some(({ shownWhen }) => shownWhen === state) ? state : 'idle'

  return (
    <button
      type="button"
      {...button}
      className={`${styles.button} ${styles[tone]} ${styles[size]} ${button.className ?? ''}`}
      style={ground ? { '--ground': ground, '--text': readableOn(ground) } : undefined}
      data-own-ground={ground ? '' : undefined}
      aria-busy={state === 'busy' || undefined}
      data-done={state === 'done' || undefined}
      disabled={button.disabled || state !== 'idle'}
    >
      {state === 'busy' ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      <span className={styles.labels}>
        {labels.map(({ shownWhen, text }) => (
          <span key={shownWhen} className={styles.label} hidden={shownWhen !== shown}>
            {text}
          </span>
        ))}
      </span>
    </button>
  )
}
