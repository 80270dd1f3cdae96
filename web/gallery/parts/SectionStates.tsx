import { Section } from '../../src/shared/ui/Section.tsx'
import { State } from '../State.tsx'

export const SectionStates = () => (
  <State name="With a lead sentence">
    <Section title="Social links" lead="Where your posts will appear.">
      <p>Nothing is known yet.</p>
    </Section>
  </State>
)
