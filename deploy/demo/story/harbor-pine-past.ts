import type { StoryPast } from './story.ts'

const instagram = (post: string) => ({ platform_insta: `https://instagram.com/p/harborpine-${post}` })
const facebook = (post: number) => ({ platform_fb: `https://facebook.com/harborpine.example/posts/${post}` })

export const past: StoryPast = {
  posts: [
    {
      title: 'The dock has a microphone again',
      like: 'Open mic on the dock',
      monthsAgo: 2,
      day: 9,
      platforms: ['platform_fb', 'platform_insta'],
      links: { ...facebook(1988), ...instagram('microphone') },
      decidedAfterHours: 21,
    },
    {
      title: 'A bean from Huila',
      like: 'Bean of the week',
      monthsAgo: 2,
      day: 18,
      platforms: ['platform_insta'],
      links: instagram('huila'),
      feedback: ['The farm is in Pitalito, please name it.'],
      decidedAfterHours: 30,
    },
    {
      title: 'Roasting before sunrise',
      like: 'Meet the roaster: Dale',
      monthsAgo: 1,
      day: 6,
      platforms: ['platform_insta', 'platform_li'],
      links: { ...instagram('sunrise'), platform_li: 'https://www.linkedin.com/posts/harborpine-example_sunrise' },
      decidedAfterHours: 5,
    },
    {
      title: 'Receipts for cookies',
      like: 'Small Business Saturday',
      monthsAgo: 1,
      day: 13,
      platforms: ['platform_fb', 'platform_insta', 'platform_x'],
      links: { ...facebook(2011), ...instagram('receipts'), platform_x: 'https://x.com/harborpine_ex/status/2011' },
      decidedAfterHours: 17,
    },
    {
      title: 'Four songs, one microphone',
      like: 'Open mic on the dock',
      monthsAgo: 1,
      day: 15,
      platforms: ['platform_fb'],
      links: facebook(2016),
      decidedAfterHours: 3,
    },
    {
      title: 'Why Huila tastes like plums',
      like: 'Bean of the week',
      monthsAgo: 1,
      day: 24,
      platforms: ['platform_insta', 'platform_fb'],
      links: { ...instagram('plums'), ...facebook(2024) },
      feedback: ['It’s plum and brown sugar. Please add the sugar.'],
      decidedAfterHours: 8,
    },
  ],
  reports: [
    {
      monthsAgo: 2,
      text: 'Our first full month together. The open mic brought the most comments, so we plan one for each month.',
      isSent: true,
    },
    {
      monthsAgo: 1,
      text: `Twice as many posts as the month before, and you decided faster: thank you.

Dale’s morning was shared most. Next, we’d like to show the bar as well. Could you send us a few photos of it?`,
      isSent: true,
    },
  ],
}
