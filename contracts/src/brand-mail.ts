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
 * Fonts of emails. Emails load no fonts, so most email programs show one of the later fonts. Only the name of the sender, which replaces a
 * logo, and the heading use the display font.
 */
export const mailFonts = {
  text: "Inter,'Helvetica Neue',Helvetica,Arial,sans-serif",
  display: "Fraunces,Georgia,'Times New Roman',serif",
} as const
