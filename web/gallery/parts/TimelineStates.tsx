import { Timeline } from '../../src/shared/ui/Timeline.tsx'
import { State } from '../State.tsx'

export const TimelineStates = () => (
  <>
    <State name="What happened">
      <Timeline
        label="History of the campaign"
        entries={[
          { id: '4', at: '2026-12-08T14:00:00Z', what: 'Sent to 128 customers. 126 accepted it, 2 bounced.' },
          { id: '3', at: '2026-12-07T19:31:00Z', who: 'Ann', what: 'Moved the second follow-up to Tue 15 Dec 2026.' },
          { id: '2', at: '2026-12-07T14:02:00Z', what: `Held: ${'a-merge-field-without-a-value-'.repeat(8)}` },
          { id: '1', at: '2026-12-01T16:45:00Z', who: 'مقهى الميناء والصنوبر', what: 'Submitted the campaign.' },
        ]}
      />
    </State>
    <State name="A single entry">
      <Timeline label="A short history" entries={[{ id: '1', at: '2026-12-01T16:45:00Z', who: 'Ann', what: 'Submitted the campaign.' }]} />
    </State>
  </>
)
