import { Articles } from './Articles.tsx'
import { Businesses } from './Businesses.tsx'
import { CallUs } from './CallUs.tsx'
import { Counters } from './Counters.tsx'
import { Hero } from './Hero.tsx'
import { Levers } from './Levers.tsx'

export default function HomePage() {
  return (
    <>
      <Hero />
      <Levers />
      <Businesses />
      <Counters />
      <CallUs />
      <Articles />
    </>
  )
}
