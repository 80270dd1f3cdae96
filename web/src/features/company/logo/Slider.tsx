import { useId } from 'react'
import styles from './Slider.module.css'

interface SliderProps {
  label: string
  min: number
  max: number
  step: number
  value: number
  /** The value in words, which is shown and read out. */
  text: string
  onChange: (value: number) => void
}

/** Slider with a label. The arrow keys change the value by one step. */
export function Slider({ label, text, value, onChange, ...limits }: SliderProps) {
  const id = useId()
  return (
    <div>
      <div className={styles.words}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <span className={styles.value} aria-hidden="true">
          {text}
        </span>
      </div>
      <input
        {...limits}
        id={id}
        className={styles.slider}
        type="range"
        value={value}
        aria-valuetext={text}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </div>
  )
}
