import type { Brief } from './brief.ts'

/** An occasion for a task, with example texts that the owner changes. Fields without an example stay empty. */
interface Occasion {
  label: string
  texts: Partial<Brief>
}

/** The occasions from which owners can start a new task, in the order on the screen. */
export const occasions: readonly Occasion[] = [
  {
    label: 'Sale',
    texts: {
      title: 'Weekend sale',
      tagline: 'Three days, lower prices',
      taskpurpose: 'Bring people into the shop from Friday to Sunday.',
      headline: 'Save 20% this weekend',
      offerormessage: '20% off everything in the shop, from Friday to Sunday. Not combined with other offers.',
      calltoaction: 'Stop by this weekend',
      guidlines: 'Show our products with the old and the new price. Keep the text short.',
      description: 'From Friday to Sunday, everything in the shop costs 20% less, while supplies last. No code needed.',
    },
  },
  {
    label: 'Event',
    texts: {
      title: 'Open evening',
      tagline: 'An evening with us',
      taskpurpose: 'Invite regular customers and neighbors. We have room for 30 guests.',
      headline: 'Join us on Thursday evening',
      offerormessage: 'Free entry. Drinks and snacks are on us.',
      calltoaction: 'Save your seat',
      guidlines: 'Use a photo of our shop, and make the date and the time easy to find.',
      additionalinfo: 'Thursday, 6 PM to 9 PM. Parking is behind the building.',
      description: 'Meet the people behind our shop, look around, and ask anything you want to know. Friends and family are welcome.',
    },
  },
  {
    label: 'Hiring',
    texts: {
      title: 'We are hiring',
      tagline: 'Come work with us',
      taskpurpose: 'Find a colleague who lives nearby and can start next month.',
      headline: 'We’re looking for you',
      offerormessage: 'Part time or full time, fair pay, and a friendly team.',
      calltoaction: 'Send us a message',
      guidlines: 'Show our team at work. Do not use stock photos.',
      additionalinfo: 'No experience needed. We will train you.',
      description:
        'We are looking for a new colleague for our shop. You like talking to people, and you are on time. We look forward to meeting you.',
    },
  },
  {
    label: 'Holiday',
    texts: {
      title: 'Holiday greeting',
      tagline: 'Warm wishes from our team',
      taskpurpose: 'Greet our customers, and remind them when we are open.',
      headline: 'Happy holidays',
      offerormessage: 'Thank you for your visits this year. We wish you a good time with your family.',
      calltoaction: 'See you soon',
      guidlines: 'Warm colors, our logo, and no prices.',
      additionalinfo: 'Our hours on the holidays: closed on the 24th and 25th, then open as usual.',
      description: 'A greeting from our whole team, with our hours on the holidays.',
    },
  },
  {
    label: 'New product',
    texts: {
      title: 'New in our shop',
      tagline: 'Just arrived',
      taskpurpose: 'Make the new product known, and get people to try it.',
      headline: 'Have you tried it yet?',
      offerormessage: 'New from Monday. Ask us for a sample.',
      calltoaction: 'Come and try it',
      guidlines: 'Show the product large, on a plain background.',
      additionalinfo: 'Price: $12. Available in two sizes.',
      description: 'Our new product is here. We made it because many of you asked for it. Here is how it differs from the others.',
    },
  },
  {
    label: 'Opening hours',
    texts: {
      title: 'Changed opening hours',
      tagline: 'Please note our new hours',
      taskpurpose: 'Tell everyone about the new hours, so that no customer finds a closed door.',
      headline: 'Our new hours',
      offerormessage: 'Monday to Friday 9:00 AM to 6:00 PM, Saturday 10:00 AM to 2:00 PM. Closed on Sundays.',
      calltoaction: 'Plan your visit',
      guidlines: 'The hours must be easy to read on a phone. Few words, no photo needed.',
      additionalinfo: 'The new hours start on the first day of next month.',
      description: 'Our opening hours change. Call us if you need an appointment at another time.',
    },
  },
  {
    label: 'Customer story',
    texts: {
      title: 'A customer’s story',
      tagline: 'In their own words',
      taskpurpose: 'Show new customers what working with us is like.',
      headline: '“I would come back any time”',
      offerormessage: 'One customer tells what we did, and what changed.',
      calltoaction: 'Tell us your story',
      guidlines: 'Use the customer’s photo only if we attach it. Quote exactly.',
      additionalinfo: 'The customer agreed that we may use the first name.',
      description: 'Our customer came to us with a problem, and we solved it together. This is what they say about it.',
    },
  },
  {
    label: 'Thank you',
    texts: {
      title: 'Thank you for ten years',
      tagline: 'Ten years, thanks to you',
      taskpurpose: 'Thank our customers, and celebrate our anniversary with them.',
      headline: 'Ten years of us, thanks to you',
      offerormessage: 'Everyone who visits us this week gets a small present.',
      calltoaction: 'Celebrate with us',
      guidlines: 'Show a photo from our first year beside one from today.',
      description: 'Ten years ago we opened our doors. Many of you have come ever since. Thank you.',
    },
  },
]
