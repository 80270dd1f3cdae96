import { Facts } from '../../src/shared/ui/Facts.tsx'
import { Time } from '../../src/shared/ui/Time.tsx'
import { State } from '../State.tsx'

export const FactsStates = () => (
  <>
    <State name="Short facts share a line">
      <Facts
        facts={[
          { label: 'Company name', value: 'Harbor & Pine Coffee' },
          { label: 'City', value: 'Columbia', isShort: true },
          { label: 'Since', value: <Time value="2026-12-07" />, isShort: true },
          { label: 'Description', value: 'Two lines,\nas they were entered.' },
        ]}
      />
    </State>
    <State name="Text for empty facts, and long words">
      <Facts
        emptyText="N/A"
        facts={[
          { label: 'Website', value: `https://harborandpine.example/${'long-'.repeat(30)}address` },
          { label: 'Federal Tax ID', value: '' },
          { label: 'Name from right to left', value: 'مقهى الميناء والصنوبر' },
        ]}
      />
    </State>
    <State name="Empty facts in one line">
      <Facts
        emptyLabel="Not given"
        facts={[
          { label: 'Headline', value: 'The winter blend is here' },
          { label: 'Tagline', value: '' },
          { label: 'Key Offer', value: null },
        ]}
      />
    </State>
  </>
)
