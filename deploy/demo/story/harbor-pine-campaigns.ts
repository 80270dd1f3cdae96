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

we’re roasting three coffees this week, and the first one never lasts until Friday. See all three at https://harborpine.example/this-week

Reply to this email if you’d like us to keep a bag for you. We’ll grind it when you come in.

Mara and everyone at Harbor & Pine`,
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
        subject: 'An evening of winter coffees, with a seat for you',
        body: `Dear {{First Name|neighbour}},

we’re launching the winter blend with a tasting: six coffees, small cakes, and time for all your questions. It’s free, but there are only twenty seats.

Reply to this email to save your seat, and tell us if you’re bringing a guest.

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
        subject: 'A few seats are left',
        body: `Dear {{First Name|neighbour}},

most of the seats for our tasting are taken. If you’d like to come, please reply to this email today.

Mara`,
      },
      {
        type: 'Thank You Notes',
        inDays: 20,
        subject: 'Thank you for coming, {{First Name|dear guest}}',
        body: `Dear {{First Name|guest}},

the room was full and loud, just as we like it. Most of you asked for the Sumatra. It’s on the shelf while it lasts.

See you at the counter.

Mara`,
      },
    ],
  },
]
