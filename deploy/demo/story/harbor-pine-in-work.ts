import type { StoryTask } from './story.ts'

export const inWork: readonly StoryTask[] = [
  {
    title: 'Winter blend launch',
    tagline: 'Dark fruit, cedar, a little smoke',
    taskpurpose: 'Sell the first 300 bags in two weeks.',
    headline: 'The winter blend is back',
    offerormessage: 'First weekend: a free cup with every bag.',
    calltoaction: 'Get a bag at the bar or online',
    guidlines: 'Green background, pines if possible. No snowflakes: it doesn’t snow here.',
    platforms: ['platform_fb', 'platform_insta', 'platform_x', 'platform_youtube'],
    reference: true,
    previews: [
      { layout: 'tiles', motif: 'cup', palette: 'winter', headline: 'Winter blend', line: 'Out now' },
      { layout: 'stage', motif: 'cup', palette: 'winter', headline: 'The winter blend is back', line: 'A free cup with every bag' },
      { layout: 'stage', motif: 'pines', palette: 'winter', headline: 'The winter blend is back', line: 'A free cup with every bag' },
    ],
    feedback: [
      'Nice and calm, but it doesn’t look like coffee. Could we see a cup, and mention the free cup in the text?',
      'Much closer. The blue feels like a bank, though. Our winter is green: can you try the pines?',
      'The pines are perfect. Only the background is left: please use our own green, #1f6b4f, then we’re done.',
    ],
  },
  {
    title: 'Oyster roast on the wharf',
    tagline: 'Coffee first, oysters after',
    taskpurpose: 'Tickets for the charity roast with the rowing club.',
    headline: 'Coffee first, oysters after',
    offerormessage: 'Tickets are $35. All proceeds go to the rowing club’s youth boats.',
    calltoaction: 'Tickets at the bar',
    platforms: ['platform_fb', 'platform_insta'],
    previews: [
      { layout: 'split', motif: 'cup', palette: 'harbor', headline: 'Oyster roast', line: 'Tickets $35', wide: true },
      {
        caption: `Coffee first, oysters after. 🦪

Every ticket helps to buy new youth boats for the rowing club. Tickets are $35 at the bar, and children under ten eat free.

The flyer is also for the notice board and the club’s newsletter.`,
        files: [
          { name: 'oyster-roast.pdf', poster: 'oyster-roast.jpg' },
          { layout: 'split', motif: 'cup', palette: 'harbor', headline: 'Coffee first, oysters after', line: 'For the youth boats · $35' },
        ],
      },
    ],
    feedback: ['Please say that it’s for the youth boats. People buy tickets for the kids, not for the oysters.'],
    notes: [
      [],
      [
        {
          by: 'owner',
          body: 'Can the date be larger? People read the flyer from across the street.',
          place: { filePosition: 1, page: 1, x: 0.5, y: 0.3 },
          replies: [{ by: 'agency', body: 'Yes. We’ll make it as large as the price.' }],
        },
      ],
    ],
    messages: [
      { by: 'agency', text: 'Does the rowing club post this too? Then we’ll send them the flyer without the price.' },
      { by: 'owner', text: 'Yes, Captain Ruth does it. Please send it to her as a PDF file, and keep the price: she asked for it.' },
    ],
  },
  {
    title: 'Cold brew in bottles',
    tagline: 'Sixteen hours, no hurry',
    taskpurpose: 'Tell regulars that the bottles are in the fridge by the door.',
    headline: 'Sixteen hours, no hurry',
    offerormessage: '$6 a bottle, $20 for four.',
    calltoaction: 'Grab one on the way to the boat',
    platforms: ['platform_insta', 'platform_x'],
    previews: [
      {
        caption: `Sixteen hours, no hurry. 🧊

Our cold brew now comes in bottles: $6 each, $20 for four. They’re in the fridge by the door, so you can grab one on the way to the boat.`,
        files: [{ name: 'cold-brew.mp4', poster: 'cold-brew.jpg', durationMs: 4_000 }],
      },
    ],
    notes: [
      [
        { by: 'owner', body: 'The label is gone too fast. Could it stay a second longer?', place: { filePosition: 1, atMs: 2_500 } },
        { by: 'agency', body: 'The video has no sound. Ask Harbor & Pine for a song before we post it.', isForTeam: true },
      ],
    ],
    reminded: true,
    edited: {
      offerormessage: '$6 a bottle, $22 for four. Bring four empty bottles back, and the next one is free.',
      calltoaction: 'Grab one on the way to the boat, and bring it back empty',
    },
    messages: [
      { by: 'owner', text: 'We now take the bottles back, so I changed the offer. Can the video stay?' },
      { by: 'agency', text: 'It can. We’ll only change the caption, and send you version 2 tomorrow.' },
    ],
  },
  {
    title: 'Barista class in January',
    tagline: 'Pull your first shot',
    taskpurpose: 'Eight seats on four Saturdays.',
    headline: 'Pull your first shot with us',
    offerormessage: 'Two hours, two coffees, one apron to keep. $45.',
    calltoaction: 'Book a seat at harborpine.example/class',
    platforms: ['platform_fb', 'platform_li', 'platform_via_mail'],
    previews: [
      {
        caption: 'Barista class on Saturdays in January. Book a seat at harborpine.example/class',
        files: [{ layout: 'split', motif: 'beans', palette: 'roast', headline: 'Pull a shot', line: 'Saturdays in January', wide: true }],
      },
      {
        caption: `Pull your first shot with us. Two hours, two coffees, one apron to keep: $45.

Book a seat at harborpine.example/class`,
        files: [
          {
            layout: 'split',
            motif: 'beans',
            palette: 'roast',
            headline: 'Pull your first shot with us',
            line: 'Two hours, $45, apron included',
            wide: true,
          },
        ],
      },
      {
        caption: `Never pulled a shot? That’s the point. ☕

Four Saturdays in January, eight seats each. Two hours, two coffees, one apron to keep: $45.

Book a seat at harborpine.example/class`,
        files: [
          {
            layout: 'stage',
            motif: 'cup',
            palette: 'roast',
            headline: 'Pull your first shot with us',
            line: 'Two hours, $45, apron included',
            wide: true,
          },
          { layout: 'arch', motif: 'beans', palette: 'roast', headline: 'Eight seats each Saturday', line: 'Two hours, two coffees, $45' },
        ],
      },
    ],
    feedback: [
      'Good colors. The price and the apron are missing, and "first" matters: the class is for beginners.',
      'The text is right now. See notes 1 and 2.',
    ],
    notes: [
      [],
      [
        { by: 'owner', body: 'Could the picture show a cup?', place: { filePosition: 1, x: 0.3, y: 0.45 }, isDone: true },
        {
          by: 'owner',
          body: 'Please say that there are only eight seats.',
          replies: [{ by: 'agency', body: 'We’ll add a second picture for the seats.' }],
          isDone: true,
        },
      ],
    ],
  },
  {
    title: 'Hiring: weekend barista',
    tagline: 'Early bird wanted',
    taskpurpose: 'Two applications a week until the position is filled.',
    headline: 'Early bird wanted',
    offerormessage: 'Saturdays and Sundays, $17 an hour plus tips, paid training.',
    calltoaction: 'Write to hello@harborpine.example',
    platforms: ['platform_fb', 'platform_li'],
    previews: [],
    // Three mistakes, which the check of previews finds: a word, the email address, and the wage in the picture.
    draft: {
      caption: `Early bird wanted. 🐦

We’re looking for a weekend barista: Saturdays and Sundays, $17 an hour plus tips, paid training. You don’t need experiance. You need to like mornings.

Write to hello@harborpnie.example`,
      files: [
        {
          layout: 'stage',
          motif: 'cup',
          palette: 'roast',
          headline: 'Early bird wanted',
          line: 'Weekend barista, $71 plus tips',
          wide: true,
        },
      ],
    },
  },
  {
    title: 'Valentine’s pairing',
    tagline: 'Two cups, one cake',
    taskpurpose: 'Reservations for the evening of the 14th.',
    headline: 'Two cups, one cake',
    offerormessage: 'Dessert pairing for two, $28, by reservation.',
    calltoaction: 'Reserve at the bar',
    additionalinfo: 'Joint offer with Fern & Fable: every table gets a flower.',
    platforms: ['platform_insta', 'platform_fb', 'platform_via_mail'],
    previews: [
      {
        caption: `Two cups, one cake. ☕🍰

Swipe for the evening of the 14th: a dessert pairing for two, a cup for each course, and a flower from Fern & Fable on every table.

$28 for two. Reserve at the bar.

#valentinesday #beaufortsc #harborandpine`,
        files: [
          { layout: 'stage', motif: 'cup', palette: 'garden', headline: 'Two cups, one cake', line: 'The evening of the 14th' },
          { layout: 'split', motif: 'beans', palette: 'garden', headline: 'First cup: Huila', line: 'Plum and brown sugar, with the cake' },
          { layout: 'split', motif: 'cup', palette: 'garden', headline: 'Second cup: cocoa', line: 'From our own dark roast syrup' },
          {
            layout: 'arch',
            motif: 'flower',
            palette: 'garden',
            headline: 'A flower on every table',
            line: 'From Fern & Fable · $28 for two',
          },
        ],
      },
    ],
    undone: 'I still have to ask Fern & Fable about the flowers. Please wait for my approval.',
    movedToSunday: true,
  },
]
