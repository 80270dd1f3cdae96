import consultation from '../art/lever-consultation.svg?raw'
import marketing from '../art/lever-marketing.svg?raw'
import staffing from '../art/lever-staffing.svg?raw'
import { Section } from '../parts/Section.tsx'
import { FlipCard } from './FlipCard.tsx'
import styles from './Levers.module.css'

const levers = [
  {
    title: 'Digital Marketing',
    art: marketing,
    line: 'Posts that look like your shop and go out on time.',
    details: [
      'Up to 3 posts per week per platform',
      'Your logo, colors and typeface on each one',
      'You approve it or send it back with a comment',
    ],
  },
  {
    title: 'Staffing Services',
    art: staffing,
    line: 'The right person for the hours you need.',
    details: ['A job post in plain words', 'Candidates found through a hiring platform', 'A shortlist, so that you meet only a few'],
  },
  {
    title: 'Consultation',
    art: consultation,
    line: 'A clear next step when everything seems urgent.',
    details: ['A look at your shop from a customer’s side', 'Two or three things to do first', 'Figures that show whether they worked'],
  },
]

export function Levers() {
  return (
    <Section
      heading="Three levers for a small shop"
      intro="Most shops are held back by one of three things: too few people know them, too few hands, or too many choices. Pull the lever you need."
    >
      <ul className={styles.cards}>
        {levers.map((lever) => (
          <FlipCard key={lever.title} {...lever} />
        ))}
      </ul>
    </Section>
  )
}
