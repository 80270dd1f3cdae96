import { useId } from 'react'
import { Section } from '../parts/Section.tsx'
import { Counter } from './Counter.tsx'
import styles from './Counters.module.css'

export function Counters() {
  const id = useId()
  return (
    <Section ground="band" labelledBy={id}>
      <h2 id={id} className={styles.heading}>
        Our work in numbers
      </h2>
      <ul className={styles.counters}>
        <Counter value={20} suffix="+" label="projects completed" />
        <Counter value={50} label="employer solutions" />
        <Counter value={100} label="job seekers" />
        <Counter value={10} suffix="+" label="happy customers" />
      </ul>
    </Section>
  )
}
