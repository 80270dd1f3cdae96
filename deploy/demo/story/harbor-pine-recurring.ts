import type { StoryTask } from './story.ts'

export const recurring: readonly StoryTask[] = [
  {
    title: 'Bean of the week',
    tagline: 'One origin, one story',
    taskpurpose: 'A steady reason to follow us.',
    headline: 'Bean of the week',
    offerormessage: '12 oz bag of the week at $14 instead of $17.',
    calltoaction: 'Ask for it at the bar',
    description: 'We send the name of the farm and two tasting words each Thursday evening.',
    platforms: ['platform_insta', 'platform_fb'],
    recurrence: { type: 'weekly', day: 'friday' },
    reference: true,
    previews: [
      {
        layout: 'split',
        motif: 'beans',
        palette: 'harbor',
        headline: 'Bean of the week: Huila, Colombia',
        line: 'Plum and brown sugar · $14',
      },
    ],
    approved: true,
    posted: 'Posted on both pages. The next bean is in the making.',
    second: {
      layout: 'split',
      motif: 'beans',
      palette: 'winter',
      headline: 'Bean of the week: Sidama, Ethiopia',
      line: 'Bergamot and honey · $14',
    },
  },
  {
    title: 'Open mic on the dock',
    tagline: 'Four songs, one microphone',
    taskpurpose: 'Fill the dock on slow Thursdays.',
    headline: 'Open mic on the dock',
    offerormessage: 'Players drink free. Sign up on the chalkboard from 5.',
    calltoaction: 'Bring a song',
    platforms: ['platform_fb', 'platform_insta', 'platform_x'],
    recurrence: { type: 'bi-weekly', day: 'thursday' },
    previews: [
      { layout: 'arch', motif: 'pines', palette: 'winter', headline: 'Four songs, one microphone', line: 'Thursday from 6, on the dock' },
    ],
  },
  {
    title: 'Letter from the roastery',
    tagline: 'What we drank, what comes next',
    taskpurpose: 'Keep the 1,900 people on our mailing list close.',
    headline: 'Letter from the roastery',
    calltoaction: 'Reply to this mail, we read all of them',
    guidlines: 'One picture on top, no discount codes. It is a letter.',
    platforms: ['platform_via_mail'],
    recurrence: { type: 'monthly', week: 'first', day: 'tuesday' },
    previews: [],
  },
]
