export const mailFrom = 'Palmetto Works <hello@palmettoworks.example>'

/** Colors of emails and of pages without a stylesheet. */
export const mailColors = {
  ink: '#1B2420',
  muted: '#55605A',
  paper: '#FBFAF6',
  raised: '#FFFFFF',
  line: '#E4E1D6',
  leaf: '#1F6B4F',
  onLeaf: '#FFFFFF',
} as const
