import type { StoryTask } from './story.ts'

export const launched: readonly StoryTask[] = [
  {
    title: 'Small Business Saturday',
    tagline: 'Shop the block, warm up with us',
    taskpurpose: 'Bring Saturday shoppers from Bay Street down to the wharf.',
    headline: 'Shop the block, then warm up here',
    offerormessage: 'Free cookie with any drink when you show a receipt from a neighbor shop.',
    calltoaction: 'Show your receipt at the bar',
    description: 'We team up with the bookstore, the hardware store and the florist. Please name all three in the caption.',
    platforms: ['platform_fb', 'platform_insta', 'platform_x'],
    previews: [
      {
        layout: 'tiles',
        motif: 'cup',
        palette: 'harbor',
        headline: 'Shop the block, then warm up here',
        line: 'A cookie for your receipt',
      },
    ],
    posted: 'Live on all three. The bookstore shared it right away, so the first hour looks good.',
    links: {
      platform_fb: 'https://facebook.com/harborpine.example/posts/2047',
      platform_insta: 'https://instagram.com/p/harborpine-receipt',
      platform_x: 'https://x.com/harborpine_ex/status/2047',
    },
  },
  {
    title: 'Meet the roaster: Dale',
    tagline: 'Eleven years at the drum',
    taskpurpose: 'Show the people behind the counter. Our posts with faces and names do best.',
    headline: 'Meet Dale, who is up before the gulls',
    offerormessage: 'Dale roasts every bag we sell, Monday to Friday from 4 in the morning.',
    calltoaction: 'Come watch the roast, weekdays until 9',
    guidlines: 'Friendly, a little dry. Dale does not like exclamation marks.',
    platforms: ['platform_insta', 'platform_li'],
    previews: [
      { layout: 'stage', motif: 'beans', palette: 'roast', headline: 'Meet Dale!', line: 'Our head roaster' },
      { layout: 'split', motif: 'beans', palette: 'roast', headline: 'Meet Dale, up before the gulls', line: 'At the drum since 2014' },
    ],
    feedback: ['Dale saw it and politely asked to lose the exclamation mark. Could the headline say that he is up before the gulls?'],
    posted: 'Posted. LinkedIn got a short version without the opening hours.',
    links: {
      platform_insta: 'https://instagram.com/p/harborpine-dale',
      platform_li: 'https://www.linkedin.com/posts/harborpine-example_dale',
    },
  },
]

export const waiting: readonly StoryTask[] = [
  {
    title: 'Gift cards for the holidays',
    tagline: 'The easy present',
    taskpurpose: 'Sell gift cards online before the shipping rush.',
    headline: 'Give a month of good mornings',
    offerormessage: 'Buy $50 in gift cards and keep a $10 card for yourself.',
    calltoaction: 'Order at harborpine.example/gifts',
    additionalinfo: 'The bonus card is valid from January on. That has to be in the small print.',
    platforms: ['platform_fb', 'platform_insta', 'platform_via_mail'],
    previews: [
      {
        caption: `Give a month of good mornings. 🎁

Buy $50 in gift cards and keep a $10 card for yourself. Order at https://harborpine.example/gifts

The bonus card is valid from January on.

#shopsmall #beaufortsc #harborandpine`,
        files: [
          {
            layout: 'arch',
            motif: 'cup',
            palette: 'roast',
            headline: 'Give a month of good mornings',
            line: '$50 in cards, $10 back for you',
          },
          {
            layout: 'split',
            motif: 'beans',
            palette: 'roast',
            headline: 'Any amount, any morning',
            line: 'By mail, or at the bar',
            wide: true,
          },
          {
            layout: 'stage',
            motif: 'cup',
            palette: 'harbor',
            headline: '$10 back for you',
            line: 'Your bonus card, from January on',
            wide: true,
          },
        ],
      },
    ],
    approved: true,
    throughLink: true,
  },
  {
    title: 'New hours in winter',
    tagline: 'We sleep in on Sundays',
    taskpurpose: 'Fewer people in front of a locked door.',
    headline: 'Winter hours: Sundays from 8',
    offerormessage: 'Monday to Saturday 6:30 to 5, Sundays 8 to 2.',
    calltoaction: 'Save this post',
    platforms: ['platform_fb', 'platform_x'],
    previews: [
      { layout: 'stage', motif: 'pines', palette: 'winter', headline: 'Winter hours', line: 'See you at 7', wide: true },
      {
        layout: 'stage',
        motif: 'pines',
        palette: 'winter',
        headline: 'We sleep in on Sundays',
        line: 'Sundays from 8, other days 6:30',
        wide: true,
      },
    ],
    feedback: ['The hours are wrong: Monday to Saturday we open at 6:30. And please use "We sleep in on Sundays" as the headline.'],
    approved: true,
    launchUndone: {
      comment: 'Posted on Facebook and X.',
      reason: 'We posted this a week too early, and took it down again. It goes out on its date.',
    },
  },
]
