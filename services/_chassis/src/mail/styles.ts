import { mailColors } from '@app/contracts/brand-mail.ts'

const { ink, muted, paper, raised, line, leaf, onLeaf } = mailColors
const sans = "Inter,'Helvetica Neue',Helvetica,Arial,sans-serif"
const serif = "Fraunces,Georgia,'Times New Roman',serif"

export const styles = {
  page: `margin:0;padding:0;background:${paper};color:${ink};font-family:${sans};font-size:16px;line-height:24px`,
  frame: `max-width:560px;margin:0 auto;padding:32px 16px;background:${paper}`,
  preheader: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
  brand: `margin:0 0 16px;color:${leaf};font-family:${serif};font-size:18px;line-height:24px;font-weight:600`,
  card: `padding:32px 32px 16px;background:${raised};border:1px solid ${line};border-radius:10px`,
  heading: `margin:0 0 16px;font-family:${serif};font-size:22px;line-height:28px;font-weight:600`,
  section: `margin:24px 0 12px;padding:16px 0 0;border-top:1px solid ${line};font-size:18px;line-height:24px;font-weight:600`,
  listTitle: 'margin:0 0 4px;font-weight:600;overflow-wrap:anywhere',
  list: 'margin:0 0 16px;padding:0;list-style:none',
  line: 'margin:0;padding:4px 0;overflow-wrap:anywhere',
  note: `color:${muted};font-size:14px;line-height:20px`,
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  link: `color:${leaf}`,
  label: `color:${muted}`,
  quote: `margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${leaf};overflow-wrap:anywhere`,
  code: `margin:0 0 16px;padding:16px;background:${paper};border:1px solid ${line};border-radius:6px;font-family:Consolas,Menlo,monospace;font-size:28px;line-height:36px;font-weight:600;letter-spacing:8px;text-align:center`,
  picture: `display:block;max-width:100%;height:auto;background:${paper};border:1px solid ${line};border-radius:6px;color:${muted}`,
  company: `margin:0 0 16px;font-weight:600;overflow-wrap:anywhere`,
  logo: 'height:40px;width:auto;max-width:200px;vertical-align:middle;margin:0 12px 0 0;background:#FFFFFF;border-radius:4px',
  tile: 'display:inline-block;vertical-align:top;max-width:100%;margin:0 12px 16px 0',
  thumbnail: `display:block;max-width:100%;height:auto;background:${paper};border:1px solid ${line};border-radius:6px;color:${muted}`,
  button: `display:inline-block;padding:12px 20px;background:${leaf};color:${onLeaf};border-radius:6px;font-weight:600;text-decoration:none`,
  secondButton: `display:inline-block;padding:11px 19px;border:1px solid ${leaf};color:${leaf};border-radius:6px;font-weight:600;text-decoration:none`,
  footer: `margin:16px 0 0;color:${muted};font-size:14px;line-height:20px`,
  footerLink: `color:${muted}`,
} as const

export const darkStyles = `@media (prefers-color-scheme:dark){
.page{background:#14161A!important;color:#EEF1EC!important}
.card{background:#1C1F24!important;border-color:#2A2E34!important;color:#EEF1EC!important}
.code{background:#14161A!important;border-color:#2A2E34!important}
.quote{border-color:#58B48D!important}
.section{border-color:#2A2E34!important}
.brand,.link{color:#58B48D!important}
.muted{color:#A9B2AC!important}
.button{background:#58B48D!important;color:#0C1A14!important}
.secondButton{border-color:#58B48D!important;color:#58B48D!important}
}`

/** On a phone, the card has smaller margins, so that buttons fit side by side. */
export const phoneStyles = `@media (max-width:480px){
.card{padding:24px 16px 8px!important}
}`
