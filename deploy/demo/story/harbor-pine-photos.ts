import type { StoryPhotos } from './story.ts'

export const photos: readonly StoryPhotos[] = [
  {
    note: 'From the weekend shift. Take the one with the light.',
    task: 'Hiring: weekend barista',
    pictures: [
      { motif: 'cup', palette: 'roast', at: 0.3 },
      { motif: 'cup', palette: 'harbor', at: 0.55 },
      { motif: 'beans', palette: 'roast', at: 0.7 },
      { motif: 'beans', palette: 'winter', at: 0.4 },
    ],
  },
  {
    note: 'The wharf in the morning. Use them wherever you like.',
    pictures: [
      { motif: 'pines', palette: 'winter', at: 0.35 },
      { motif: 'pines', palette: 'harbor', at: 0.6 },
    ],
  },
]
