import consultation from '../art/service-consultation.svg?raw'
import social from '../art/service-social.svg?raw'
import staffing from '../art/service-staffing.svg?raw'

/** What the company does, each with its drawing. */
export const services = [
  {
    id: 'business-consultation',
    name: 'Business consultation',
    drawing: consultation,
    shows: 'Two people talk over a sheet of paper at a small table.',
    text: 'We look at your shop, your figures and your website the way a customer would. Then we tell you what to do first, what can wait and what to stop.',
    items: ['A review of how customers find you', 'A short written plan with costs and dates', 'A follow-up to see what worked'],
  },
  {
    id: 'online-staffing-support',
    name: 'Online staffing support',
    drawing: staffing,
    shows: 'Three candidate cards, the middle one with a check mark.',
    text: 'We help you describe the job, post it on a hiring platform and sort the replies. You meet a few suitable people and make the choice yourself.',
    items: [
      'Job descriptions in plain words',
      'Applications sorted against what you asked for',
      'Interview times arranged with candidates',
    ],
  },
  {
    id: 'social-media-marketing',
    name: 'Social media marketing',
    drawing: social,
    shows: 'Three prints and a phone with a post hang from a line.',
    text: 'We prepare posts in your colors for the platforms your customers use. Nothing goes out before you approve it, and you can send a post back with a comment.',
    items: [
      'Up to 3 posts per week per platform',
      'X, Facebook, Instagram and LinkedIn',
      'Deadlines, versions and your comments in one place',
    ],
  },
] as const
