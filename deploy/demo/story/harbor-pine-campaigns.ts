import type { StoryCampaign } from './story.ts'

export const campaigns: readonly StoryCampaign[] = [
  {
    name: 'What we roast this week',
    audience: 'Customers',
    weekly: { startsInDays: 2, weeks: 8 },
    steps: [
      {
        type: 'Initial',
        subject: '{{First Name|Good morning}}, this week’s roast is ready',
        body: `Dear {{First Name|friend of the house}},

three coffees come off the drum this week, and the first one never lasts until Friday. What there is stands at https://harborpine.example/this-week

Write back if we should keep a bag for you. We grind it when you come in.

Mara and everybody at Harbor & Pine`,
        image: {
          layout: 'split',
          motif: 'beans',
          palette: 'roast',
          headline: 'Fresh this week',
          line: 'Three beans, one roast a day',
          wide: true,
        },
      },
    ],
  },
  {
    name: 'Winter tasting evening',
    audience: 'All',
    steps: [
      {
        type: 'Initial',
        inDays: 9,
        subject: 'An evening of winter coffees, and a chair for you',
        body: `Dear {{First Name|neighbour}},

we open the winter blend with a tasting: six coffees, small cakes, and as many questions as you like. It costs nothing, but there are only twenty chairs.

Tell us by answering this mail whether you come alone.

Mara`,
        image: {
          layout: 'stage',
          motif: 'cup',
          palette: 'winter',
          headline: 'Winter tasting',
          line: 'Six coffees, twenty chairs',
          wide: true,
        },
      },
      {
        type: '1st Follow Up',
        inDays: 13,
        subject: 'A few chairs are left',
        body: `Dear {{First Name|neighbour}},

most of the chairs for our tasting are taken. If you meant to answer and did not: now is a good time.

Mara`,
      },
      {
        type: 'Thank You Notes',
        inDays: 20,
        subject: 'Thank you for coming, {{First Name|dear guest}}',
        body: `Dear {{First Name|guest}},

it was a full room and a loud one, as we like it. The coffee most of you asked for was the Sumatra, and it is on the shelf until it is gone.

See you at the counter.

Mara`,
      },
    ],
  },
]
