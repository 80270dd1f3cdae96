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

/** The same colors on a dark screen. */
export const darkMailColors: Record<keyof typeof mailColors, string> = {
  ink: '#EEF1EC',
  muted: '#A9B2AC',
  paper: '#14161A',
  raised: '#1C1F24',
  line: '#2A2E34',
  leaf: '#58B48D',
  onLeaf: '#0C1A14',
}

/**
 * Fonts of emails, as CSS font lists. Emails load no fonts, so most email apps do not have the first font and use a later one in the
 * list. Only the heading and the name of the sender use the display font. The name of the sender replaces a logo.
 */
export const mailFonts = {
  text: "Inter,'Helvetica Neue',Helvetica,Arial,sans-serif",
  display: "Fraunces,Georgia,'Times New Roman',serif",
} as const
