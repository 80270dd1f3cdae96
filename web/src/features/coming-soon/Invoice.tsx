import { BellRing, FileDown, Palette } from 'lucide-react'
import { coral, leaf, pale } from '../../shared/ui/Drawing.tsx'
import { ComingSoon, sheet } from './ComingSoon.tsx'

const points = [
  { icon: <Palette aria-hidden="true" />, text: 'Invoices with your logo and colors' },
  { icon: <BellRing aria-hidden="true" />, text: 'See what’s paid, and send reminders for what isn’t' },
  { icon: <FileDown aria-hidden="true" />, text: 'Statements as PDF files' },
]

export default function Invoice() {
  return (
    <ComingSoon
      title="Invoice Center"
      sentence="Soon you will be able to generate branded invoices, track payments, send reminders and download PDF statements."
      points={points}
    >
      {/* Previous invoices. */}
      <rect className={`${sheet} ${pale}`} x="150" y="20" width="230" height="296" rx="8" transform="rotate(5 265 168)" />
      <rect className={sheet} x="112" y="20" width="236" height="304" rx="8" />
      {/* The brand and the recipient. */}
      <rect className={leaf} x="136" y="44" width="44" height="44" rx="8" />
      <path d="M148 72c2-14 10-18 20-18-1 12-8 18-20 18z" />
      <path d="M262 50h62M262 66h62" />
      <path className={pale} d="M286 82h38M136 112h64M136 126h46" />
      {/* The items and the total. */}
      <path className={pale} d="M136 152h188M136 184h188M136 216h188M136 248h188" />
      <path d="M136 168h84M136 200h104M136 232h66" />
      <path className={pale} d="M296 168h28M290 200h34M300 232h24" />
      <path className={leaf} d="M244 264h80v24h-80z" />
      <path d="M256 276h20M288 276h24" />
      {/* A paid mark. */}
      <circle className={sheet} cx="112" cy="278" r="30" />
      <circle className={leaf} cx="112" cy="278" r="22" />
      <path d="m102 278 7 7 13-14" />
      {/* A mark for an unpaid invoice. */}
      <circle className={coral} cx="348" cy="20" r="9" />
    </ComingSoon>
  )
}
