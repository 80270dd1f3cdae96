import { darkMailColors, mailColors, mailFonts } from '@app/contracts/brand-mail.ts'

const { ink, muted, paper, raised, line, leaf, onLeaf } = mailColors
const dark = darkMailColors

/** Width of an email, in pixels. Narrower screens show the email at their own width. */
export const MAIL_WIDTH = 600
const PAGE_MARGIN = 16
const CARD_PADDING = 32
/** Width of the text inside the card, which has a border of one pixel. */
export const TEXT_WIDTH = MAIL_WIDTH - 2 * (PAGE_MARGIN + 1 + CARD_PADDING)

const picture = `display:block;box-sizing:border-box;max-width:100%;height:auto;background:${paper};border:1px solid ${line};border-radius:6px;color:${muted}`

/** Inline styles. All email apps support them, except for some properties in Outlook (`frame.ts`). */
export const styles = {
  page: `margin:0;padding:0;background:${paper};color:${ink};font-family:${mailFonts.text};font-size:16px;line-height:24px`,
  frame: `max-width:${MAIL_WIDTH - 2 * PAGE_MARGIN}px;margin:0 auto;padding:24px ${PAGE_MARGIN}px;background:${paper}`,
  preheader: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
  brand: `margin:0 0 16px;color:${leaf};font-family:${mailFonts.display};font-size:18px;line-height:24px;font-weight:600;overflow-wrap:anywhere`,
  card: `padding:${CARD_PADDING}px ${CARD_PADDING}px 16px;background:${raised};border:1px solid ${line};border-radius:10px`,
  heading: `margin:0 0 16px;font-family:${mailFonts.display};font-size:22px;line-height:28px;font-weight:600;text-wrap:balance;overflow-wrap:anywhere`,
  section: `margin:24px 0 12px;padding:16px 0 0;border-top:1px solid ${line};font-size:18px;line-height:24px;font-weight:600`,
  listTitle: 'margin:0 0 4px;font-weight:600;overflow-wrap:anywhere',
  list: 'margin:0 0 16px;padding:0;list-style:none',
  line: 'margin:0;padding:4px 0;overflow-wrap:anywhere',
  note: `color:${muted};font-size:14px;line-height:20px`,
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  link: `color:${leaf}`,
  // The buttons have a margin of 8px at the bottom.
  buttons: 'margin:0 0 8px',
  // The padding of the link makes it as high as a button.
  linkParagraph: 'margin:-10px 0 6px',
  ownLine: `display:inline-block;padding:10px 0;color:${leaf}`,
  label: `color:${muted}`,
  quote: `margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${leaf};overflow-wrap:anywhere`,
  // The last letter's space moves the code to the left. The larger padding at the left moves it back.
  code: `margin:0 0 16px;padding:16px 16px 16px 24px;background:${paper};border:1px solid ${line};border-radius:6px;font-size:28px;line-height:36px;font-weight:600;letter-spacing:8px;text-align:center`,
  picture,
  company: 'margin:0 0 16px;font-weight:600;overflow-wrap:anywhere',
  logo: 'display:block;height:40px;width:auto;max-width:200px;box-sizing:border-box;margin:0 0 8px;padding:4px;background:#FFFFFF;border-radius:6px',
  tile: 'display:inline-block;vertical-align:bottom;max-width:100%;margin:0 12px 16px 0',
  onlyTile: 'margin:0 0 16px',
  button: `display:inline-block;padding:12px 20px;background:${leaf};color:${onLeaf};border-radius:6px;font-weight:600;text-decoration:none;mso-padding-alt:0`,
  secondButton: `display:inline-block;padding:11px 19px;border:1px solid ${leaf};color:${leaf};border-radius:6px;font-weight:600;text-decoration:none;mso-padding-alt:0`,
  footer: `margin:16px 0 0;color:${muted};font-size:14px;line-height:20px;overflow-wrap:anywhere`,
  footerLink: `color:${muted}`,
} as const

export const darkStyles = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:${dark.paper}!important;color:${dark.ink}!important}
.card{background:${dark.raised}!important;border-color:${dark.line}!important;color:${dark.ink}!important}
.code,.picture{background:${dark.paper}!important;border-color:${dark.line}!important}
.quote{border-color:${dark.leaf}!important}
.section{border-color:${dark.line}!important}
.brand,.link{color:${dark.leaf}!important}
.muted,.picture{color:${dark.muted}!important}
.button{background:${dark.leaf}!important;color:${dark.onLeaf}!important}
.secondButton{border-color:${dark.leaf}!important;color:${dark.leaf}!important}
}`

/** On a phone, the card has smaller margins, so that buttons fit side by side. */
export const phoneStyles = `@media (max-width:480px){
.card{padding:24px 16px 8px!important}
}`

/** Outlook shows all text in Times New Roman if the first font of a style is not installed. */
export const outlookStyles = `body,div,p,li,a,td{font-family:Arial,sans-serif!important}
h1,p.brand{font-family:Georgia,serif!important}`
